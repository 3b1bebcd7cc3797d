--[[
  Starts to fill the index of a job: from now on changed orders are written to that index too.

  KEYS    see include/searchState.lua
  ARGV[1] id of the job
  ARGV[2] number of the index
  ARGV[3] how many orders there are
  ARGV[4] the present in milliseconds

  Returns OK; empty when the job is not in progress.
]]
-- @include searchState
local jobId, number, total, nowMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if not isCurrentJob(jobId) or stateField('making') ~= number then return '' end
redis.call('HSET', stateKey, 'building', number)
redis.call('HSETNX', recordKey, 'total', total)
redis.call('HSETNX', recordKey, 'buildingAt', nowMs)
return 'OK'
