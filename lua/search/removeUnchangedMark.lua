--[[
  Removes a dirty mark that still has the time with which it was read.

  KEYS[1] dirty marks
  ARGV[1] the mark
  ARGV[2] its time

  Returns 1 or 0.
]]
local marksKey, mark, time = KEYS[1], ARGV[1], tonumber(ARGV[2])

local score = redis.call('ZSCORE', marksKey, mark)
if not score or tonumber(score) ~= time then return 0 end
return redis.call('ZREM', marksKey, mark)
