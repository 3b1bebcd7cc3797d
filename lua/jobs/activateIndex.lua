--[[
  Ends a job: its index becomes the one that is searched, and the index before it is dropped later.

  KEYS    see include/searchState.lua
  ARGV[1] id of the job
  ARGV[2] number of the index
  ARGV[3] layout of its documents
  ARGV[4] the present in milliseconds
  ARGV[5] the time in milliseconds from which the index before may be dropped

  Returns OK; empty when the job is not in progress.
]]
-- @include searchState
local jobId, number, layout, nowMs, dropAtMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

if not isCurrentJob(jobId) or stateField('building') ~= number then return '' end
dropIndexesLater({ 'current' }, dropAtMs)
local buildingAt = redis.call('HGET', recordKey, 'buildingAt') or nowMs
redis.call('HSET', stateKey, 'current', number, 'layout', layout, 'builtAt', nowMs)
local buildMs = math.max(0, nowMs - buildingAt)
redis.call('HSET', stateKey, 'indexErasures', stateField('jobErasures') or '0', 'buildMs', buildMs)
redis.call('HDEL', stateKey, 'making', 'building', 'job', 'jobErasures')
redis.call('HSET', recordKey, 'completedAt', nowMs)
return 'OK'
