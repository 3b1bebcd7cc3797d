--[[
  Starts an indexing job in place of the job in progress, some of whose documents are out of date.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] id of the job
  ARGV[3] how many milliseconds the record of the job is kept

  Returns the id of the job; empty where search is off.
]]
-- @include searchState
local nowMs, jobId, recordTtlMs = ARGV[1], ARGV[2], ARGV[3]

if not isSearchOn() then return '' end
dropIndexesLater({ 'making' }, nowMs)
redis.call('HDEL', stateKey, 'making', 'building')
startJob(jobId, nowMs, recordTtlMs)
return jobId
