--[[
  Schedules an index to be dropped that was made for a job which is no longer in progress.

  KEYS    see include/searchState.lua
  ARGV[1] number of the index
  ARGV[2] the present in milliseconds

  Returns OK.
]]
-- @include searchState
local number, nowMs = ARGV[1], ARGV[2]

if stateField('current') ~= number and stateField('making') ~= number then
  redis.call('ZADD', obsoleteKey, nowMs, number)
end
return 'OK'
