--[[
  Commits one change set, whole or not at all. It is the only script that writes resources.

  All checks run before the first write, since Redis does not roll a script back. A commit whose id is in the log was run
  before, and its answer was lost: it answers as it did then, and writes nothing twice.

  KEYS    every key that the plan names by its position, and the guard key, which never exists: with a missing key Redis
          refuses the script while the slot is being migrated
  ARGV[1] the plan, in MessagePack:
            id, log    the commit's id, and the log that holds it (a hash of the commits of one minute)
            logTtlMs   how long the log is kept after its first commit
            sequence   the counter of the project's commits
            checks     list of { check, key, ... }, see include/commitChecks.lua
            writes     list of { write, key, ... }, see include/commitWrites.lua
  ARGV[2…] bodies; a `body` write names one by its position

  Returns a list of failed checks { status, position of the check, detail }; an empty list when everything is written.
]]
-- @include currentTimeMs
-- @include storedVersion
-- @include commitChecks
-- @include commitWrites
local plan = cmsgpack.unpack(ARGV[1])
local logKey, sequenceKey = KEYS[plan.log], KEYS[plan.sequence]

local function wasCommitted()
  return redis.call('HEXISTS', logKey, plan.id) == 1
end

local function failedChecks()
  local failed = {}
  for position, check in ipairs(plan.checks) do
    local status, detail = checks[check[1]](KEYS[check[2]], check[3], check[4])
    if status then failed[#failed + 1] = { status, position, detail } end
  end
  return failed
end

local function applyWrites()
  for _, write in ipairs(plan.writes) do
    writes[write[1]](KEYS[write[2]], write[3], write[4])
  end
end

local function writeLog()
  redis.call('HSET', logKey, plan.id, 1)
  -- The time to live counts from the first commit of the minute; the last one is kept a minute less.
  if redis.call('HLEN', logKey) == 1 then redis.call('PEXPIRE', logKey, plan.logTtlMs) end
  redis.call('INCR', sequenceKey)
end

if wasCommitted() then
  -- The repeated write lets a WAIT on this connection cover the commit.
  redis.call('HSET', logKey, plan.id, 1)
  return {}
end
local failed = failedChecks()
if #failed > 0 then return failed end
applyWrites()
writeLog()
return {}
