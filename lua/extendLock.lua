--[[
  Keeps a lock for longer, or gives it back, where its holder still has it.

  KEYS[1] the lock
  ARGV[1] its holder
  ARGV[2] milliseconds for which it is kept; 0 gives it back

  Returns 1, or 0 where another holder or nobody has the lock.
]]
local lockKey = KEYS[1]
local holder, keptMs = ARGV[1], tonumber(ARGV[2])

if redis.call('GET', lockKey) ~= holder then return 0 end
-- A time of 0 deletes the key.
redis.call('PEXPIRE', lockKey, keptMs)
return 1
