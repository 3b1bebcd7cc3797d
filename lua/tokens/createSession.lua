--[[
  Stores a session of the administration console.

  KEYS[1] the session
  KEYS[2] the sessions of the same account or API client, by expiry
  ARGV[1] the hash of its token
  ARGV[2] the owner of the session, as JSON
  ARGV[3] milliseconds after which it ends, also when it is in use
  ARGV[4] milliseconds after which it ends without use

  Returns OK.
]]
-- @include currentTimeMs
local sessionKey, listKey = KEYS[1], KEYS[2]
local hash, owner, lifetimeMs, idleMs = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

local nowMs = currentTimeMs()
local endsAtMs = timeText(nowMs + lifetimeMs)
redis.call('HSET', sessionKey, 'owner', owner, 'endsAtMs', endsAtMs)
redis.call('PEXPIRE', sessionKey, math.min(idleMs, lifetimeMs))
redis.call('ZREMRANGEBYSCORE', listKey, '-inf', timeText(nowMs))
redis.call('ZADD', listKey, endsAtMs, hash)
redis.call('PEXPIRE', listKey, lifetimeMs)
return 'OK'
