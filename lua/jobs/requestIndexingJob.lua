--[[
  Starts an indexing job, unless a job is in progress.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] id of the job
  ARGV[3] how many milliseconds the record of the job is kept

  Returns the id of the job in progress; empty where search is off.
]]
-- @include searchState
local nowMs, jobId, recordTtlMs = ARGV[1], ARGV[2], ARGV[3]

if not isSearchOn() then return '' end
local currentJob = stateField('job')
if currentJob then return currentJob end
startJob(jobId, nowMs, recordTtlMs)
return jobId
