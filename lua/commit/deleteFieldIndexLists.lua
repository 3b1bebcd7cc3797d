--[[
  Deletes lists of the index of a custom field that was removed. It does nothing once the removal is finished: the field
  may be indexed again by then.

  KEYS[1]  a set of the names of indexes whose lists are being deleted
  KEYS[2…] lists
  ARGV[1]  name

  Returns 1 while the index is being removed, otherwise 0.
]]
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('UNLINK', unpack(KEYS, 2))
return 1
