--[[
  Lets an anonymous id be used again, if the token that holds it was revoked or has expired.

  KEYS    records, used, custom, expiry, anonymous of a project (include/refreshTokens.lua)
  ARGV[1] the anonymous id
  ARGV[2] the token that held it when it was read
  ARGV[3] 1 if that token was revoked
  ARGV[4] default validity in milliseconds

  Returns 1 if the id is free now, 0 if it is in use.
]]
-- @include currentTimeMs
-- @include refreshTokens
local keys = refreshTokenKeys({ 1, 2, 3, 4, 5 })
local anonymousId, token, isRevoked, defaultValidityMs = ARGV[1], ARGV[2], ARGV[3] == '1', tonumber(ARGV[4])

local function hasExpired()
  local nowMs = currentTimeMs()
  local expiresAtMs = redis.call('ZSCORE', keys.expiry, token)
  if expiresAtMs then return tonumber(expiresAtMs) <= nowMs end
  local usedMs = redis.call('ZSCORE', keys.used, token)
  return not usedMs or tonumber(usedMs) + defaultValidityMs <= nowMs
end

if redis.call('HGET', keys.anonymous, anonymousId) ~= token then return 0 end
if not isRevoked and not hasExpired() then return 0 end
deleteRefreshToken(keys, token)
redis.call('HDEL', keys.anonymous, anonymousId)
return 1
