--[[
  Removes refresh tokens that expired, and the least recently used beyond a bound, where nobody asks for new ones.

  KEYS    records, used, own, expiry, anonymous of a project (include/refreshTokens.lua)
  ARGV    lifetime by default in milliseconds, tokens kept at most, tokens that go at most of each kind

  Returns how many went.
]]
-- @include now
-- @include refreshTokens
local tokens = { records = KEYS[1], used = KEYS[2], own = KEYS[3], expiry = KEYS[4], anonymous = KEYS[5] }
local before = redis.call('HLEN', tokens.records)
tidyRefresh(tokens, now(), tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]))
return before - redis.call('HLEN', tokens.records)
