--[[
  Reads which customer has an email, and the time of the read by the clock of Redis.

  KEYS[1] the unique value of the email

  Returns { id of the customer or false, milliseconds as text }.
]]
-- @include currentTimeMs
local emailKey = KEYS[1]

return { redis.call('GET', emailKey), timeText(currentTimeMs()) }
