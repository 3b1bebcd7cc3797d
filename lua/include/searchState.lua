-- The shared parts of the scripts for the search of one type in one project. All of them take the same keys:
--   KEYS[1] body of the project
--   KEYS[2] the search state, a hash that exists as long as search is activated:
--             current        number of the index that is searched
--             layout         the layout of its documents
--             builtAt        time in milliseconds when it became the searched index
--             buildMs        duration of the job that filled it
--             indexErasures  number of erasures when that job began: a later erasure may have left terms in the index
--             making         number of the index that the job in progress makes
--             building       the same number as soon as that index is filled
--             job            id of the job in progress, which indexes all resources
--             lastJob        id of the job that started last, which may have ended
--             jobErasures    number of erasures when the job in progress began
--             erasures       number of erasures
--             stopped        layout for which the last job was stopped: no job starts for it unless requested
--             activatedAt    time in milliseconds of the activation
--             searchedAt     time in milliseconds of the last search
--             passedAt       time in milliseconds up to which the ends of validities are marked
--   KEYS[3] dirty marks: a sorted set of the ids of resources that changed since they were indexed
--   KEYS[4] obsolete indexes: a sorted set of numbers of unused indexes, by the time from which they may be dropped
--   KEYS[5] record of a job: a hash with its progress
local projectKey, stateKey, marksKey, obsoleteKey, recordKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

local function stateField(name) return redis.call('HGET', stateKey, name) or nil end
local function isSearchOn() return redis.call('EXISTS', stateKey) == 1 end
local function isCurrentJob(jobId) return stateField('job') == jobId end

-- Schedules the indexes in these fields of the state to be dropped.
local function dropIndexesLater(fields, atMs)
  for _, name in ipairs(fields) do
    local number = stateField(name)
    if number then redis.call('ZADD', obsoleteKey, atMs, number) end
  end
end

local function startJob(jobId, nowMs, recordTtlMs)
  redis.call('HSET', stateKey, 'job', jobId, 'lastJob', jobId, 'jobErasures', stateField('erasures') or '0')
  redis.call('HDEL', stateKey, 'stopped')
  redis.call('HSET', recordKey, 'startedAt', nowMs)
  redis.call('PEXPIRE', recordKey, recordTtlMs)
end
