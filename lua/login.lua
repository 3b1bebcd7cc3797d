--[[
  Reads a login, and the time before which it was so.

  KEYS[1] the login
  Returns { its record or false, milliseconds }.
]]
-- @include now
return { redis.call('GET', KEYS[1]), string.format('%.0f', now()) }
