--[[
  Changes the state of the index of a custom field, if it still has the state that the caller read.

  KEYS[1] the field indexes of the project: a hash of names and states
  KEYS[2] a set of the names of indexes whose lists are being deleted
  KEYS[3] a hash of the names of indexes and how far they are built
  ARGV[1] name
  ARGV[2] the state that was read; empty where the index had none
  ARGV[3] the new state; empty to remove the index, whose lists must then be deleted

  Returns 1 when the state was changed, otherwise 0. An index whose lists are being deleted gets no state.
]]
local statesKey, removalsKey, progressKey = KEYS[1], KEYS[2], KEYS[3]
local name, expected, state = ARGV[1], ARGV[2], ARGV[3]

if (redis.call('HGET', statesKey, name) or '') ~= expected then return 0 end
if redis.call('SISMEMBER', removalsKey, name) == 1 then return 0 end
if state == '' then
  redis.call('SADD', removalsKey, name)
  redis.call('HDEL', statesKey, name)
  redis.call('HDEL', progressKey, name)
else
  redis.call('HSET', statesKey, name, state)
end
return 1
