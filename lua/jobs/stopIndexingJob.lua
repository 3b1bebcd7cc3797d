--[[
  Stops the job in progress; the index that is searched stays.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] layout for which the job is stopped

  Returns the id of the job; empty when no job is in progress.
]]
-- @include searchState
local nowMs, layout = ARGV[1], ARGV[2]

local jobId = stateField('job')
if not jobId then return '' end
dropIndexesLater({ 'making' }, nowMs)
redis.call('HDEL', stateKey, 'making', 'building', 'job', 'jobErasures')
redis.call('HSET', stateKey, 'stopped', layout)
return jobId
