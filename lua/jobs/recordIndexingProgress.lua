--[[
  Records one step of an indexing job: the orders after one id up to another are done. Orders that failed are marked, so
  that the indexer tries them again.

  KEYS    see include/searchState.lua
  ARGV[1] id of the job
  ARGV[2] the last id of the step before, empty for the first step
  ARGV[3] the last id of this step
  ARGV[4] how many orders were indexed
  ARGV[5] how many orders failed
  ARGV[6] the present in milliseconds
  ARGV[7…] pairs of the id of a failed order and the reason

  Returns OK; empty when the job is not in progress, or another process continued it.
]]
-- @include searchState
local jobId, fromId, toId, indexed, failed, nowMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local firstFailure = 7
local listedFailuresMax = 1000

local function recordFailures(failedBefore)
  for position = firstFailure, #ARGV, 2 do
    local id, reason = ARGV[position], ARGV[position + 1]
    local failureCount = failedBefore + (position - firstFailure) / 2 + 1
    if failureCount <= listedFailuresMax then redis.call('HSET', recordKey, 'failure:' .. id, reason) end
    redis.call('ZADD', marksKey, 'NX', nowMs, id)
  end
end

if not isCurrentJob(jobId) or (redis.call('HGET', recordKey, 'place') or '') ~= fromId then return '' end
redis.call('HSET', recordKey, 'place', toId)
redis.call('HINCRBY', recordKey, 'indexed', indexed)
recordFailures(redis.call('HINCRBY', recordKey, 'failed', failed) - failed)
return 'OK'
