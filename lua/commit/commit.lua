--[[
  Writes batches of commits, each of another project. It is the only script that writes resources.

  All checks of a batch run before its first write, since Redis does not roll a script back. If one check fails, nothing
  of the batch is written: the caller sends the commits without failed checks again. The writes come merged, one command
  for many commits, because a command costs more than its data. The values of all batches are one MSET. A call
  whose id is in the log ran before, and its answer was lost: it writes nothing twice. A refusal of one batch, or
  damaged data of its project, does not affect the other batches.

  On a cluster the projects of a call are on one master, in several slots, and Redis takes keys of one slot only. Such a
  call has the log and the guard of its first project as its keys, and all other keys as arguments. It asks for the
  guard of each project before it writes anything of the project, and refuses a project whose slot is being migrated.

  The times of a project never go back: a batch whose times are older than the last commit of the project is refused,
  and the caller sends it again with later ones (src/store/CommitClock.ts). The counter of the project's commits has
  that time: it is 1024 times the milliseconds of the last commit, and each commit raises it by one at least.

  KEYS[1] the log of calls: a hash of the ids of one minute, each with the ids of the batches that were not written
  KEYS[2] the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
          migrated
  KEYS[3…] the search states that the batches name, as many as the head says
  then, and from ARGV[2] on, of each batch the keys and arguments of its sections, in their order, behind three keys:
          the counter of the project's commits, the counts of references, the usage counts; where keys are arguments,
          they follow all others, and the guard of the project stands before the three
  ARGV[1] the head, in MessagePack: { callId, logTtlMs, stateCount, keyOffset, batches }; `keyOffset` is the number of
          arguments before the keys among them, or 0. Each batch is { id, commits, sizes, firstKey, firstState, states,
          firstTime, lastTime, argAt, sizeAt, keyAt, result }: `firstKey` is the position of the last of its three keys,
          `firstState` that before its first search state, `states` the number of those; the times are the first and the
          last that its commits have, in milliseconds, or 0 where they have none. In the last four the script notes where
          it continues to read, and the result: they are the position of the argument before its own, 0, firstKey, false

  `sizes` has the number of items of each section, in this order. An item has what stands before the colon: a key, sizes
  of its own, which follow that of the section, and arguments; `n of (…)` are n arguments, or n groups of them:
    version       key, start, length: the body has this version. `start` is the text of the body from the version to
                  its times, or only the version; the length may be empty
    absent        key: the key does not exist
    exists        key: the key exists
    unique        key, id: no resource but `id` owns the value
    unreferenced  target, number: no resource refers to the target but as many as this commit ends
    usageLimit    name, max: the usage count is below `max`
    set           key, value: stores a body, sealed values, or the owner of a unique value
    delete        key: deletes the key
    patch         size check, value: replaces as many bytes at the beginning of a body; `check` is the position of its
                  version check, which checks its length, too
    add           key, size n, n of (score, member): adds members to a list
    remove        key, size n, n of (member): removes members from a list
    field         key, name, score, member: adds to the index of a custom field where the project has it; without a
                  score, removes. Before the key of the first item stands that of the field indexes of the project
    reference     target, delta: changes a count of references; a count of zero is deleted
    count         name, number: adds uses
    total         key, size n, expiresAt, n of (name, amount): adds to sums, which expire at that second; a sum of zero
                  is removed
    mark          key, size state, size n, size erasures, n of (id): marks resources for indexing where the project is
                  searched, whose search state has the position `state`, and counts erasures, 0 or 1; a mark that
                  exists keeps its time
    stamp         key: stores the id of the batch there for an hour
    revoke        key, seconds: revokes the tokens of a subject that were issued up to now
  test/lua/commitContract.test.ts compares this list with what src/store/CommitBatch.ts sends and with what is read here.

  Returns the time of Redis in microseconds, and a list for each batch: its failed checks { status, position of the
  check among all checks of the batch, detail }; an empty list when everything is written; { OUTDATED, 0, the time of
  the project's last commit } where its times are too old. Of several batches one may have an error instead, by which
  Redis refused one of its commands, or `NOTSERVED` for a project that another master serves, or is about to: nothing of
  it is written; `UNCONFIRMED` where an earlier call has written it. The statuses are mirrored by `CheckStatus` in
  src/store/CommitCheck.ts.
]]
-- @include currentTimeMs
-- @include storedVersion
local NOT_FOUND, CONFLICT, DUPLICATE, MISSING, REFERENCED, EXCEEDED, OUTDATED = 1, 2, 3, 4, 5, 6, 7
-- The most values that one call may take: Lua's stack is bounded.
local CALL_VALUES_MAX = 2000
-- The seconds that a stamp is kept: longer than a response is sent again (keptMs in src/engine/KeptResponses.ts).
local STAMP_SECONDS = 3600
-- The keys before those of the search states.
local CALL_KEYS = 2
-- The items of a batch in the head.
local ID, COMMITS, SIZES, FIRST_KEY, FIRST_STATE, STATES = 1, 2, 3, 4, 5, 6
local FIRST_TIME, LAST_TIME, ARG_AT, SIZE_AT, KEY_AT, RESULT = 7, 8, 9, 10, 11, 12
-- The steps of a project's commit counter in each millisecond (src/store/CommitClock.ts).
local COUNTS_PER_MS = 1024
-- A process without an answer does not know the time: its first call is refused, and the answer tells the time.
local DELAY_MAX_MS = 60000
local NOTHING_FAILED = {}
-- Errors of a server that takes no writes at all, before the first of them.
local SERVER_ERRORS = { 'READONLY ', 'MISCONF ', 'NOREPLICAS ' }
-- The first bytes of compressed bodies that change, and the number of bytes before their plain parts
-- (src/store/compressedBody.ts).
local COMPRESSED, COMPRESSED_SHORT_HEAD, COMPRESSED_HEADER_BYTES = 2, 3, '5'

local logKey = KEYS[1]
local seconds, fraction = unpack(redis.call('TIME'))
local microseconds = seconds * 1000000 + fraction
local nowMs = math.floor(microseconds / 1000)
local callId, logTtlMs, stateCount, keyOffset, batches = unpack(cmsgpack.unpack(ARGV[1]))
local keysAreArguments = keyOffset > 0
-- All keys but the first two, and the number of keys before the first search state.
local keyList, statesAt = KEYS, CALL_KEYS
if keysAreArguments then
  keyList, statesAt = ARGV, keyOffset
end
-- The number of search states that exist; counted at the first use.
local existingStates
-- The batch that is read: its id and sizes, the place of its keys, and the last size, key and argument that were read.
local referencesKey, countsKey
local id, sizes, firstKey
local sizeAt, keyAt, argAt
local failed, position
-- The offsets of patches in compressed bodies.
local patchStarts = {}

local function nextSize()
  sizeAt = sizeAt + 1
  return sizes[sizeAt]
end

local function nextKey()
  keyAt = keyAt + 1
  return keyList[keyAt]
end

local function nextArg()
  argAt = argAt + 1
  return ARGV[argAt]
end

local function fail(status, detail)
  failed = failed or {}
  failed[#failed + 1] = { status, position, detail }
end

-- Returns how many of the next keys exist, in as few calls as possible.
local function countExisting(size)
  local count = 0
  for first = 1, size, CALL_VALUES_MAX do
    local last = math.min(size, first + CALL_VALUES_MAX - 1)
    count = count + redis.call('EXISTS', unpack(keyList, keyAt + first, keyAt + last))
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

-- Returns the length of a body that will be patched, and notes where its plain part begins. `head` holds the first
-- stored bytes.
local function readPatchedLength(key, head)
  local form, length1, length2, length3, length4 = string.byte(head, 1, 5)
  if form ~= COMPRESSED and form ~= COMPRESSED_SHORT_HEAD then return redis.call('STRLEN', key) end
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
    local count = tonumber(redis.call('HGET', referencesKey, target) or '0')
    if count > tonumber(nextArg()) then fail(REFERENCED, target) end
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

-- Writes a list of keys and values.
local function setValues(values, size)
  for first = 1, size, CALL_VALUES_MAX do
    redis.call('MSET', unpack(values, first, math.min(size, first + CALL_VALUES_MAX - 1)))
  end
end

-- Adds the next keys and values to a list of some size; returns its new size.
local function collectValues(values, size)
  for _ = 1, nextSize() do
    values[size + 1], values[size + 2] = nextKey(), nextArg()
    size = size + 2
  end
  return size
end

local function deleteKeys(size)
  for first = 1, size, CALL_VALUES_MAX do
    local last = math.min(size, first + CALL_VALUES_MAX - 1)
    redis.call('DEL', unpack(keyList, keyAt + first, keyAt + last))
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

-- Tells whether a project is searched. Most calls find no search state at all, or all of them.
local function isSearched(stateKey)
  existingStates = existingStates or redis.call('EXISTS', unpack(keyList, statesAt + 1, statesAt + stateCount))
  if existingStates == 0 or existingStates == stateCount then return existingStates > 0 end
  return redis.call('EXISTS', stateKey) == 1
end

local function markForIndexing(marksKey, stateKey, size, erasures)
  if not isSearched(stateKey) then
    argAt = argAt + size
    return
  end
  if erasures > 0 then redis.call('HINCRBY', stateKey, 'erasures', erasures) end
  local now = timeText(nowMs)
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

local function addTotals(key, size, expiresAt)
  local mayBeNew = false
  for _ = 1, size do
    local name, amount = nextArg(), nextArg()
    local total = redis.call('HINCRBY', key, name, amount)
    -- Only a new name makes a new key.
    if total == tonumber(amount) then mayBeNew = true end
    if total == 0 then redis.call('HDEL', key, name) end
  end
  if mayBeNew then redis.call('EXPIREAT', key, expiresAt) end
end

-- None of these writes, which follow those of the values, fails on data that passed the checks.
local function runWrites()
  deleteKeys(nextSize())
  for _ = 1, nextSize() do
    local key = keyList[firstKey + nextSize()]
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
  for _ = 1, nextSize() do addTotals(nextKey(), nextSize(), nextArg()) end
  for _ = 1, nextSize() do markForIndexing(nextKey(), keyList[statesAt + nextSize()], nextSize(), nextSize()) end
  for _ = 1, nextSize() do redis.call('SET', nextKey(), id, 'EX', STAMP_SECONDS) end
  for _ = 1, nextSize() do redis.call('SET', nextKey(), timeText(nowMs), 'EX', nextArg()) end
end

local function errorOf(raised)
  -- Before Redis 7 an error is a text.
  return type(raised) == 'table' and raised or redis.error_reply(raised)
end

local function isOfServer(raised)
  for _, name in ipairs(SERVER_ERRORS) do
    if string.find(raised.err, name, 1, true) then return true end
  end
  return false
end

-- Runs a part of a batch such that an error of its own ends no other batch.
local function try(run, batch, count)
  if #batches == 1 then return run(batch, count) end
  local isDone, raised = pcall(run, batch, count)
  if isDone then return end
  batch[RESULT] = errorOf(raised)
  if isOfServer(batch[RESULT]) then error(raised) end
end

-- Continues to read a batch where it was left.
local function resume(batch)
  id, sizes, firstKey = batch[ID], batch[SIZES], batch[FIRST_KEY]
  sizeAt, keyAt, argAt = batch[SIZE_AT], batch[KEY_AT], batch[ARG_AT]
  referencesKey, countsKey = keyList[firstKey - 1], keyList[firstKey]
end

local function leave(batch)
  batch[SIZE_AT], batch[KEY_AT], batch[ARG_AT] = sizeAt, keyAt, argAt
end

-- Refuses a batch whose times are older than the last commit of its project. Returns whether it did.
local function refuseOldTime(batch, count)
  local firstTime = batch[FIRST_TIME]
  if firstTime == 0 then return false end
  local lastTime = math.floor(count / COUNTS_PER_MS)
  if firstTime >= lastTime and firstTime >= nowMs - DELAY_MAX_MS then return false end
  batch[RESULT] = { { OUTDATED, 0, timeText(lastTime) } }
  return true
end

local function checkBatch(batch, count)
  if refuseOldTime(batch, count) then return end
  resume(batch)
  failed, position = false, 0
  runChecks()
  leave(batch)
  batch[RESULT] = failed
end

-- Returns the counter of a project after the commits of a batch.
local function countAfter(batch, count)
  return timeText(math.max(count + batch[COMMITS], batch[LAST_TIME] * COUNTS_PER_MS))
end

-- Writes the values of all batches and the counters of their commits. Returns false where Redis lacks the memory.
local function writeAllValues(ready, counts)
  local values, size = {}, 0
  for _, batch in ipairs(ready) do
    values[size + 1] = keyList[batch[FIRST_KEY] - 2]
    values[size + 2] = countAfter(batch, counts[batch])
    resume(batch)
    size = collectValues(values, size + 2)
  end
  return pcall(setValues, values, size)
end

local function writeRest(batch)
  resume(batch)
  local size = nextSize()
  keyAt, argAt = keyAt + size, argAt + size
  runWrites()
end

-- Writes a batch by itself, from its values on: a deletion needs no memory.
local function writeAlone(batch, count)
  resume(batch)
  local values = {}
  setValues(values, collectValues(values, 0))
  runWrites()
  redis.call('SET', keyList[firstKey - 2], countAfter(batch, count))
end

local function writeLog(unwritten)
  redis.call('HSET', logKey, callId, table.concat(unwritten, ' '))
  -- The time to live counts from the first call of the minute; the last one is kept a minute less.
  if redis.call('HLEN', logKey) == 1 then redis.call('PEXPIRE', logKey, logTtlMs) end
end

local unwrittenBefore = redis.call('HGET', logKey, callId)

local function wasWritten(batch)
  return unwrittenBefore and not string.find(unwrittenBefore, batch[ID], 1, true)
end

-- Returns the commit counters of the projects of all batches.
local function readCounts()
  local keys, counts = {}, {}
  for at, batch in ipairs(batches) do keys[at] = keyList[batch[FIRST_KEY] - 2] end
  local found = redis.call('MGET', unpack(keys))
  for at, batch in ipairs(batches) do counts[batch] = tonumber(found[at] or nil) or 0 end
  return counts
end

local function runOnOneServer()
  local ready, counts = {}, readCounts()
  for _, batch in ipairs(batches) do
    if not wasWritten(batch) then
      try(checkBatch, batch, counts[batch])
      if not batch[RESULT] then ready[#ready + 1] = batch end
    end
  end
  if #ready == 0 then return end
  local write = writeAllValues(ready, counts) and writeRest or writeAlone
  for _, batch in ipairs(ready) do try(write, batch, counts[batch]) end
end

-- Tells whether this master has all keys of the project. Notes how many of its search states exist.
local function isServed(batch)
  local first = batch[FIRST_STATE] + keyOffset
  stateCount = batch[STATES]
  existingStates =
    redis.pcall('EXISTS', keyList[batch[FIRST_KEY] - 3], unpack(keyList, first + 1, first + stateCount))
  return type(existingStates) == 'number'
end

local function runByItself(batch)
  local count = tonumber(redis.call('GET', keyList[batch[FIRST_KEY] - 2]) or nil) or 0
  checkBatch(batch, count)
  if not batch[RESULT] then writeAlone(batch, count) end
end

local function runOnMaster()
  for _, batch in ipairs(batches) do
    batch[FIRST_KEY], batch[KEY_AT] = batch[FIRST_KEY] + keyOffset, batch[KEY_AT] + keyOffset
    if not isServed(batch) then
      batch[RESULT] = redis.error_reply((wasWritten(batch) and 'UNCONFIRMED' or 'NOTSERVED') .. ' by this master')
    elseif not wasWritten(batch) then
      try(runByItself, batch)
    end
  end
end

if keysAreArguments then
  runOnMaster()
else
  runOnOneServer()
end
local results, unwritten = { microseconds }, {}
for at, batch in ipairs(batches) do
  results[at + 1] = batch[RESULT] or NOTHING_FAILED
  if batch[RESULT] and not wasWritten(batch) then unwritten[#unwritten + 1] = batch[ID] end
end
-- The repeated entry of a call that ran before lets a WAIT on this connection cover it.
if #unwritten < #batches then writeLog(unwritten) end
return results
