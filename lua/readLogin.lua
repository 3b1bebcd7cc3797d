--[[
  Reads who holds an email, and the time before which it was so.

  KEYS[1] the unique value
  Returns { id of the customer or false, milliseconds }.
]]
-- @include now
return { redis.call('GET', KEYS[1]), string.format('%.0f', now()) }
