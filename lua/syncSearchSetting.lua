--[[
  Makes the search state of a project agree with the project's setting. A new state starts with a job.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] id of the job
  ARGV[3] how many milliseconds the record of the job is kept

  Returns ON or OFF when nothing changed, else ACTIVATED or DEACTIVATED; mirrored by `SettingSyncResult` in
  src/store/SearchStates.ts.
]]
-- @include searchState
local nowMs, jobId, recordTtlMs = ARGV[1], ARGV[2], ARGV[3]

local function isSettingOn()
  local body = redis.call('GET', projectKey)
  local indexing = body and cjson.decode(body).searchIndexing
  return indexing and indexing.orders and indexing.orders.status == 'Activated'
end

local function activate()
  redis.call('HSET', stateKey, 'activatedAt', nowMs)
  startJob(jobId, nowMs, recordTtlMs)
end

local function deactivate()
  dropIndexesLater({ 'current', 'making' }, nowMs)
  redis.call('UNLINK', stateKey, marksKey)
end

local isOn, shouldBeOn = isSearchOn(), isSettingOn()
if isOn and shouldBeOn then return 'ON' end
if not isOn and not shouldBeOn then return 'OFF' end
if shouldBeOn then
  activate()
  return 'ACTIVATED'
end
deactivate()
return 'DEACTIVATED'
