--[[
  Writes documents into search indexes, and removes those of resources that are gone. A document bears the version of
  the resource that it was made from: an older document never replaces a newer one, in whatever order calls arrive, and
  none comes back for an hour after it was removed. The marks of written resources are in the slot of the project, and
  are cleared afterwards (clearDirtyMarks.lua), so that a call without an answer is repeated.

  KEYS[1]  the guard key of the slot, which never exists: with a missing key Redis refuses the script while the slot is
           being migrated
  KEYS[2…] for each index: documents, the keys that say that a document was removed, and the stream of recorded changes
           (followIndexChanges.lua); the plan names them by their position
  ARGV[1]  the plan, in MessagePack:
             replacesEqual  whether a document replaces one of the same version
             requirements   commands that fail where an index is missing
             entries        list of { id, version, whether the resource exists, documents }, one document for each
                            index: { document, commands that write it, commands that remove it, removed, recorded
                            changes }; a number in a command stands for the argument at that position in ARGV
  ARGV[2…] contents

  Returns 1, or an error when an index is missing: then nothing is written.
]]
local plan = cmsgpack.unpack(ARGV[1])
-- Longer than a process can hold a document that it has made.
local removedSeconds = 3600
-- The approximate bytes of the recorded changes of an index.
local recordedBytes = 4000000
local entryBytes = 200

local function runCommands(commands)
  for _, command in ipairs(commands) do
    for position, argument in ipairs(command) do
      if type(argument) == 'number' then command[position] = ARGV[argument] end
    end
    redis.call(unpack(command))
  end
end

-- A call that leaves the marks replaces no document of the same version, which may have newer values of other
-- resources: a later change of those has a mark of its own.
local function isNewer(documentKey, version)
  local indexedVersion = tonumber(redis.call('HGET', documentKey, 'v') or -1)
  return indexedVersion > version or (indexedVersion == version and not plan.replacesEqual)
end

local function recordChange(changesKey, id, before, after)
  if before == after then return end
  local count = math.floor(recordedBytes / (entryBytes + #before + #after))
  redis.call('XADD', changesKey, 'MAXLEN', math.max(count, 2), '*', 'id', id, 'before', before, 'after', after)
end

local function changeDocument(id, documentKey, commands, changesKey)
  if redis.call('EXISTS', changesKey) == 0 then return runCommands(commands) end
  local before = redis.call('HGET', documentKey, 'd') or ''
  runCommands(commands)
  recordChange(changesKey, id, before, redis.call('HGET', documentKey, 'd') or '')
end

local function writeEntry(id, version, exists, documents)
  for _, document in ipairs(documents) do
    local documentKey, writes, removals = KEYS[document[1]], document[2], document[3]
    local removedKey, changesKey = KEYS[document[4]], KEYS[document[5]]
    if not exists then
      changeDocument(id, documentKey, removals, changesKey)
      redis.call('SET', removedKey, '', 'EX', removedSeconds)
    elseif redis.call('EXISTS', removedKey) == 0 and not isNewer(documentKey, version) then
      changeDocument(id, documentKey, writes, changesKey)
    end
  end
end

-- Other errors do not count: a server may forbid the command in scripts.
local function missingIndexError()
  for _, command in ipairs(plan.requirements) do
    local reply = redis.pcall(unpack(command))
    local text = reply.err and string.lower(reply.err) or ''
    if text:find('unknown index') or text:find('no such index') or text:find('index not found') then return reply end
  end
end

local missing = missingIndexError()
if missing then return missing end
for _, entry in ipairs(plan.entries) do
  writeEntry(entry[1], entry[2], entry[3], entry[4])
end
return 1
