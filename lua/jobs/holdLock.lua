--[[
  Takes a lock, keeps it for longer, or gives it back. Only its owner may do the last two.

  KEYS[1] the lock
  ARGV[1] the owner
  ARGV[2] milliseconds for which it is kept; 0 gives it back
  ARGV[3] '1' where a free lock is taken

  Returns 1, or 0 where another owner or none has the lock.
]]
local lockKey = KEYS[1]
local owner, keptMs, mayTake = ARGV[1], ARGV[2], ARGV[3] == '1'

local holder = redis.call('GET', lockKey)
if holder == owner then
  -- A time of 0 deletes the key.
  redis.call('PEXPIRE', lockKey, keptMs)
  return 1
end
if holder or not mayTake then return 0 end
redis.call('SET', lockKey, owner, 'PX', keptMs)
return 1
