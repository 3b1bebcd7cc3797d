--[[
  Writes a batch of commits of one project. It is the only script that writes resources.

  All checks run before the first write, since Redis does not roll a script back. If one check fails, nothing is
  written: the caller sends the commits without failed checks again. The writes come merged, one command for many
  commits, because each command costs more than what it writes. A batch whose id is in the log was written before, and
  its answer was lost: it is not written twice.

  KEYS[1] the log of batches: a hash of the ids of one minute
  KEYS[2] the counter of the project's commits
  KEYS[3] the counts of references
  KEYS[4] the usage counts
  KEYS[5] the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
          migrated
  KEYS[6…] and ARGV[2…] keys and arguments of the sections, in their order
  ARGV[1] the head, in MessagePack: { id, log's time to live in milliseconds, number of commits, sizes }

  `sizes` has the number of items of each section:
    version       key, arguments start and length: the body has this version. `start` is what stands in the body from
                  the version to its times, or only the version; the length may be empty
    absent        key: the key does not exist
    exists        key: the key exists
    unique        key, argument id: no resource but `id` owns the value
    unreferenced  argument target: no resource refers to the target
    usageLimit    arguments name and max: the usage count is below `max`
    set           key, argument value: stores a body, sealed values, or the owner of a unique value
    delete        key
    patch         as a size of its own, the position of the body's version check, and argument value: replaces as many
                  bytes at the beginning of that body; its length is checked with its version
    add           key and, as a size of its own, the number of pairs of arguments score and member
    remove        key and, as a size of its own, the number of arguments member
    field         key, arguments name, score and member, and before them one key, the field indexes of the project: adds
                  to the index of a custom field where the project has it; without a score, removes
    reference     arguments target and delta: changes a count of references; a count of zero is deleted
    count         arguments name and number: adds uses
    mark          keys of the marks and of the search state and, as sizes of their own, the number of arguments id and
                  1 for an erasure, else 0: marks resources for indexing where the project is searched, and counts an
                  erasure; a mark that exists keeps its time
    stamp         key: stores the id of the batch there for an hour
    revoke        key, argument seconds: revokes the tokens of a subject from now on, as revokeTokens.lua does

  Returns a list of failed checks { status, position of the check among all checks, detail }; an empty list when
  everything is written. The statuses are mirrored by `CheckStatus` in src/store/CommitCheck.ts.
]]
-- @include currentTimeMs
-- @include storedVersion
local NOT_FOUND, CONFLICT, DUPLICATE, MISSING, REFERENCED, EXCEEDED = 1, 2, 3, 4, 5, 6
-- The most values that one call may take: Lua's stack is bounded.
local CALL_VALUES_MAX = 2000
-- How long a stamp is kept: longer than a response that is sent again (stampedMs in src/http/request/keptResponses.ts).
local STAMP_SECONDS = 3600
-- The keys before those of the sections.
local FIXED_KEYS = 5
-- The first byte of a compressed body, and how many bytes stand before its plain part (src/store/compressedBody.ts).
local COMPRESSED, COMPRESSED_HEADER_BYTES = 2, '5'

local logKey, sequenceKey, referencesKey, countsKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, logTtlMs, commitCount, sizes = unpack(cmsgpack.unpack(ARGV[1]))
-- The last size, key and argument that were read.
local sizeAt, keyAt, argAt = 0, FIXED_KEYS, 1
local failed, position = {}, 0
-- Where patches begin in compressed bodies.
local patchStarts = {}

local function nextSize()
  sizeAt = sizeAt + 1
  return sizes[sizeAt]
end

local function nextKey()
  keyAt = keyAt + 1
  return KEYS[keyAt]
end

local function nextArg()
  argAt = argAt + 1
  return ARGV[argAt]
end

local function fail(status, detail)
  failed[#failed + 1] = { status, position, detail }
end

-- How many of the next keys exist, in as few calls as possible.
local function countExisting(size)
  local count = 0
  for first = 1, size, CALL_VALUES_MAX do
    local last = math.min(size, first + CALL_VALUES_MAX - 1)
    count = count + redis.call('EXISTS', unpack(KEYS, keyAt + first, keyAt + last))
  end
  return count
end

-- Checks that each of the next keys exists, or that none does.
local function checkExistence(size, expected, status)
  if countExisting(size) == expected * size then
    position, keyAt = position + size, keyAt + size
    return
  end
  for _ = 1, size do
    position = position + 1
    if redis.call('EXISTS', nextKey()) ~= expected then fail(status, '') end
  end
end

-- Returns the length of a body that will be patched, and notes where its plain part begins. `head` are the first bytes
-- of what is stored.
local function readPatchedLength(key, head)
  local form, length1, length2, length3, length4 = string.byte(head, 1, 5)
  if form ~= COMPRESSED then return redis.call('STRLEN', key) end
  patchStarts[key] = COMPRESSED_HEADER_BYTES
  return length1 + 256 * (length2 + 256 * (length3 + 256 * length4))
end

local function checkVersions()
  for _ = 1, nextSize() do
    position = position + 1
    local key, start, length = nextKey(), nextArg(), nextArg()
    local head = readHead(key)
    -- After a failover another body may have the number of a lost version, so its time is compared too.
    if not string.find(head, start, 1, true) or length ~= '' and readPatchedLength(key, head) ~= tonumber(length) then
      local foundVersion = versionIn(head)
      fail(foundVersion and CONFLICT or NOT_FOUND, foundVersion or '')
    end
  end
end

local function runChecks()
  checkVersions()
  checkExistence(nextSize(), 0, DUPLICATE)
  checkExistence(nextSize(), 1, MISSING)
  for _ = 1, nextSize() do
    position = position + 1
    local owner, expected = redis.call('GET', nextKey()), nextArg()
    if owner and owner ~= expected then fail(DUPLICATE, owner) end
  end
  for _ = 1, nextSize() do
    position = position + 1
    local target = nextArg()
    if redis.call('HEXISTS', referencesKey, target) == 1 then fail(REFERENCED, target) end
  end
  for _ = 1, nextSize() do
    position = position + 1
    local count = tonumber(redis.call('HGET', countsKey, nextArg()) or '0')
    if count >= tonumber(nextArg()) then fail(EXCEEDED, tostring(count)) end
  end
end

-- Calls `command key` with the next arguments, `width` of which belong together.
local function callWithArgs(command, key, size, width)
  local step = CALL_VALUES_MAX - CALL_VALUES_MAX % width
  for first = 1, size * width, step do
    local last = math.min(size * width, first + step - 1)
    redis.call(command, key, unpack(ARGV, argAt + first, argAt + last))
  end
  argAt = argAt + size * width
end

local function setValues(size)
  local values, used = {}, 0
  for at = 1, size do
    values[used + 1], values[used + 2] = nextKey(), nextArg()
    used = used + 2
    if used == CALL_VALUES_MAX or at == size then
      redis.call('MSET', unpack(values, 1, used))
      used = 0
    end
  end
end

local function deleteKeys(size)
  for first = 1, size, CALL_VALUES_MAX do
    local last = math.min(size, first + CALL_VALUES_MAX - 1)
    redis.call('DEL', unpack(KEYS, keyAt + first, keyAt + last))
  end
  keyAt = keyAt + size
end

local function writeFields(size)
  if size == 0 then return end
  local indexesKey = nextKey()
  for _ = 1, size do
    local key, name, score, member = nextKey(), nextArg(), nextArg(), nextArg()
    if redis.call('HEXISTS', indexesKey, name) == 1 then
      if score == '' then
        redis.call('ZREM', key, member)
      else
        redis.call('ZADD', key, score, member)
      end
    end
  end
end

local function markForIndexing(marksKey, stateKey, size, erasures)
  if redis.call('EXISTS', stateKey) == 0 then
    argAt = argAt + size
    return
  end
  if erasures > 0 then redis.call('HINCRBY', stateKey, 'erasures', erasures) end
  local now = timeText(currentTimeMs())
  local marks, used = {}, 0
  for at = 1, size do
    marks[used + 1], marks[used + 2] = now, nextArg()
    used = used + 2
    if used == CALL_VALUES_MAX or at == size then
      redis.call('ZADD', marksKey, 'NX', unpack(marks, 1, used))
      used = 0
    end
  end
end

-- None of these writes fails on data that passed the checks.
local function runWrites()
  setValues(nextSize())
  deleteKeys(nextSize())
  for _ = 1, nextSize() do
    local key = KEYS[FIXED_KEYS + nextSize()]
    redis.call('SETRANGE', key, patchStarts[key] or '0', nextArg())
  end
  for _ = 1, nextSize() do callWithArgs('ZADD', nextKey(), nextSize(), 2) end
  for _ = 1, nextSize() do callWithArgs('ZREM', nextKey(), nextSize(), 1) end
  writeFields(nextSize())
  for _ = 1, nextSize() do
    local target = nextArg()
    if redis.call('HINCRBY', referencesKey, target, nextArg()) <= 0 then redis.call('HDEL', referencesKey, target) end
  end
  for _ = 1, nextSize() do redis.call('HINCRBY', countsKey, nextArg(), nextArg()) end
  for _ = 1, nextSize() do markForIndexing(nextKey(), nextKey(), nextSize(), nextSize()) end
  for _ = 1, nextSize() do redis.call('SET', nextKey(), id, 'EX', STAMP_SECONDS) end
  for _ = 1, nextSize() do redis.call('SET', nextKey(), timeText(currentTimeMs()), 'EX', nextArg()) end
end

local function writeLog()
  redis.call('HSET', logKey, id, '1')
  -- The time to live counts from the first batch of the minute; the last one is kept a minute less.
  if redis.call('HLEN', logKey) == 1 then redis.call('PEXPIRE', logKey, logTtlMs) end
  redis.call('INCRBY', sequenceKey, commitCount)
end

if redis.call('HEXISTS', logKey, id) == 1 then
  -- The repeated write lets a WAIT on this connection cover the batch.
  redis.call('HSET', logKey, id, '1')
  return {}
end
runChecks()
if #failed > 0 then return failed end
runWrites()
writeLog()
return {}
