--[[
  Deletes expired refresh tokens, and the least recently used ones beyond a limit, in projects that issue no new tokens.

  KEYS    records, used, custom, expiry, anonymous of a project (include/refreshTokens.lua)
  ARGV[1] default validity in milliseconds
  ARGV[2] how many tokens may be kept
  ARGV[3] how many tokens of each kind are deleted at most

  Returns how many tokens were deleted.
]]
-- @include currentTimeMs
-- @include refreshTokens
local keys = refreshTokenKeys({ 1, 2, 3, 4, 5 })
local defaultValidityMs, tokensMax, deletionsMax = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local countBefore = redis.call('HLEN', keys.records)
deleteExpiredRefreshTokens(keys, currentTimeMs(), defaultValidityMs, tokensMax, deletionsMax)
return countBefore - redis.call('HLEN', keys.records)
