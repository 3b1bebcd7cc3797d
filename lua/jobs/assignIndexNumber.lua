--[[
  Assigns a number to the index that a job makes: the number given, or the number that the job has already. Numbers are
  counted in another slot, whose failover may set the counter back: the number of an index that still exists is never
  assigned again.

  KEYS    see include/searchState.lua
  ARGV[1] id of the job
  ARGV[2] the next number

  Returns the assigned number; empty when the job is not in progress.
]]
-- @include searchState
local jobId, nextNumber = ARGV[1], tonumber(ARGV[2])

local function unusedNumber(number)
  for _, obsolete in ipairs(redis.call('ZRANGE', obsoleteKey, 0, -1)) do
    number = math.max(number, tonumber(obsolete) + 1)
  end
  return math.max(number, tonumber(stateField('current') or 0) + 1)
end

if not isCurrentJob(jobId) then return '' end
redis.call('HSETNX', stateKey, 'making', unusedNumber(nextNumber))
return stateField('making')
