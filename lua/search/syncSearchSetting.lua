--[[
  Makes the search state of a project agree with the project's setting. A new state starts with a job.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] id of the job
  ARGV[3] how many milliseconds the record of the job is kept
  ARGV[4…] members of the setting searchIndexing, any of which activates the search

  Returns ON or OFF when nothing changed, else ACTIVATED or DEACTIVATED; mirrored by `SettingSyncResult` in
  src/store/SearchStates.ts.
]]
-- @include searchState
local nowMs, jobId, recordTtlMs = ARGV[1], ARGV[2], ARGV[3]
local firstSetting = 4

local function isSettingOn()
  local body = redis.call('GET', projectKey)
  local indexing = body and cjson.decode(body).searchIndexing or {}
  for position = firstSetting, #ARGV do
    local setting = indexing[ARGV[position]]
    if setting and setting.status == 'Activated' then return true end
  end
  return false
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
