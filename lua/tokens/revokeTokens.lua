--[[
  Revokes all tokens of a client, of a customer, or of a refresh token that were issued up to a time.

  KEYS[1] time of the revocation
  ARGV[1] how many seconds the time is kept
  ARGV[2] the time in milliseconds; empty for the present

  Returns OK.
]]
-- @include currentTimeMs
local revokedAtKey = KEYS[1]
local keptSeconds, revokedAtMs = ARGV[1], ARGV[2]

if revokedAtMs == '' then revokedAtMs = timeText(currentTimeMs()) end
redis.call('SET', revokedAtKey, revokedAtMs, 'EX', keptSeconds)
return 'OK'
