--[[
  Removes the dirty marks of resources that were written into the search indexes of a project.

  KEYS[1]  search state: a hash with the numbers of the indexes, `current` and `building`
  KEYS[2]  dirty marks: a sorted set of the ids of resources that changed since they were indexed
  KEYS[3]  the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
           migrated
  KEYS[4…] bodies
  ARGV[1]  in MessagePack: { current, building, entries }; the numbers that the state must have, empty where it must
           have none; a list of { id, version of the document, time of the mark that was read or false, whether the
           resource existed before the document was written }, one for each body

  Returns 1, or 0 when the project has other indexes: then all marks stay.
]]
-- @include currentTimeMs
-- @include storedVersion
local stateKey, marksKey = KEYS[1], KEYS[2]
local firstBody = 4
local current, building, entries = unpack(cmsgpack.unpack(ARGV[1]))

-- Another resource that the document shows changed after it was read.
local function isMarkedAgain(id, markedAt)
  local time = markedAt and redis.call('ZSCORE', marksKey, id)
  return time and tonumber(time) > markedAt
end

-- A resource that was deleted while its document was written keeps its mark: the document is to be removed.
local function isIndexed(version, currentVersion, existed)
  if currentVersion then return tonumber(currentVersion) == version end
  return not existed
end

-- A resource that changed again keeps its mark, with the present as its time: earlier changes are indexed.
local function clearMark(id, version, currentVersion, markedAt, existed)
  if isMarkedAgain(id, markedAt) then return end
  if isIndexed(version, currentVersion, existed) then
    redis.call('ZREM', marksKey, id)
  else
    redis.call('ZADD', marksKey, 'XX', timeText(currentTimeMs()), id)
  end
end

local numbers = redis.call('HMGET', stateKey, 'current', 'building')
if (numbers[1] or '') ~= current or (numbers[2] or '') ~= building then return 0 end
for position, entry in ipairs(entries) do
  local id, version, markedAt, existed = unpack(entry)
  clearMark(id, version, versionIn(readHead(KEYS[firstBody + position - 1])), markedAt, existed)
end
return 1
