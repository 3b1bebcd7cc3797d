--[[
  Writes documents into the search indexes of a project, and removes the dirty marks of what is indexed. A document
  bears the version of the resource that it was made from: an older document never replaces a newer one, in whatever
  order calls arrive.

  KEYS[1]  search state: a hash with the numbers of the indexes, `current` and `building`
  KEYS[2]  dirty marks: a sorted set of the ids of resources that changed since they were indexed
  KEYS[3]  the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
           migrated
  KEYS[4…] bodies, documents, and for each index the stream of its recorded changes (followIndexChanges.lua); the plan
           names them by their position
  ARGV[1]  the plan, in MessagePack:
             current, building  the numbers that the state must have, empty where it must have none
             clearsMarks        whether marks are removed, or moved to the present
             requirements       commands that fail where an index is missing
             entries            list of { id, version, body, documents, time of the mark that was read or false }, one
                                document for each index: { document, commands that write it, commands that remove it,
                                recorded changes };
                                a number in a command stands for the argument at that position in ARGV
  ARGV[2…] contents

  Returns 1, or 0 when the project has other indexes than the plan says, or an error when an index is missing: then
  nothing is written.
]]
-- @include currentTimeMs
-- @include storedVersion
local stateKey, marksKey = KEYS[1], KEYS[2]
local plan = cmsgpack.unpack(ARGV[1])

local function hasPlannedIndexes()
  local numbers = redis.call('HMGET', stateKey, 'current', 'building')
  return (numbers[1] or '') == plan.current and (numbers[2] or '') == plan.building
end

local function runCommands(commands)
  for _, command in ipairs(commands) do
    for position, argument in ipairs(command) do
      if type(argument) == 'number' then command[position] = ARGV[argument] end
    end
    redis.call(unpack(command))
  end
end

-- A document of the same version may have been made of newer values of other resources than one that leaves the marks:
-- a later change of those has a mark of its own.
local function isNewer(documentKey, version)
  local indexedVersion = tonumber(redis.call('HGET', documentKey, 'v') or -1)
  return indexedVersion > version or (indexedVersion == version and not plan.clearsMarks)
end

-- Another resource that the document shows changed after it was read.
local function isMarkedAgain(id, markedAt)
  local time = markedAt and redis.call('ZSCORE', marksKey, id)
  return time and tonumber(time) > markedAt
end

-- A resource that changed again keeps its mark, with the present as its time: earlier changes are indexed.
local function clearMark(id, version, currentVersion, markedAt)
  if isMarkedAgain(id, markedAt) then return end
  if not currentVersion or tonumber(currentVersion) == version then
    redis.call('ZREM', marksKey, id)
  else
    redis.call('ZADD', marksKey, 'XX', timeText(currentTimeMs()), id)
  end
end

-- The recorded changes of an index take about so many bytes.
local recordedBytes = 4000000
local entryBytes = 200

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

local function writeEntry(id, version, body, documents, markedAt)
  local currentVersion = versionIn(readHead(KEYS[body]))
  for _, document in ipairs(documents) do
    local documentKey, writes, removals, changesKey = KEYS[document[1]], document[2], document[3], KEYS[document[4]]
    if not currentVersion then
      changeDocument(id, documentKey, removals, changesKey)
    elseif not isNewer(documentKey, version) then
      changeDocument(id, documentKey, writes, changesKey)
    end
  end
  if plan.clearsMarks then clearMark(id, version, currentVersion, markedAt) end
end

-- Other errors do not count: a server may forbid the command in scripts.
local function missingIndexError()
  for _, command in ipairs(plan.requirements) do
    local reply = redis.pcall(unpack(command))
    local text = reply.err and string.lower(reply.err) or ''
    if text:find('unknown index') or text:find('no such index') or text:find('index not found') then return reply end
  end
end

if not hasPlannedIndexes() then return 0 end
local missing = missingIndexError()
if missing then return missing end
for _, entry in ipairs(plan.entries) do
  writeEntry(entry[1], entry[2], entry[3], entry[4], entry[5])
end
return 1
