--[[
  Replaces what is stored as a body where it is still what was read: no commit came in between.

  KEYS[1] key of the body
  ARGV[1] what was read
  ARGV[2] what replaces it

  Returns 1 where it was replaced, otherwise 0.
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
