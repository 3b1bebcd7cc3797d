--[[
  Mends a stored fact that contradicts the bodies of a project, beside commits: only where it is still as it was found,
  and the bodies that determine it have not changed since they were read. It writes no body.

  KEYS[1]  the key that is mended
  KEYS[2]  the field indexes of the project: a hash of names and states
  KEYS[3]  a set of the names of field indexes whose lists are being deleted
  KEYS[4…] bodies
  ARGV[1]  the form of the key: 'zset', 'hash', 'string', or 'key' for all of a key of any type
  ARGV[2]  the member of a zset, or the field of a hash
  ARGV[3]  the score, the value or the text that was found; empty for none
  ARGV[4]  what must be there; empty for none
  ARGV[5]  the second at which a new hash expires; empty for never
  ARGV[6]  the name of the index of a custom field that the key belongs to; empty for none
  ARGV[7]  '1' where the project must have that index; otherwise it must not, and its lists must not be in deletion
  ARGV[8…] the version of each body; empty where it must not exist

  Returns 1 where the fact was mended, 0 where something has changed.
]]
-- @include storedVersion
local key, indexesKey, removalsKey = KEYS[1], KEYS[2], KEYS[3]
local form, member, found, wanted, expiresAt, indexName, indexExists = unpack(ARGV, 1, 7)
local BODIES_AT, VERSIONS_AT = 3, 7

local function hasChanged(bodyKey, version)
  if version == '' then return redis.call('EXISTS', bodyKey) == 1 end
  return versionIn(readHead(bodyKey)) ~= version
end

local function readFact()
  if form == 'zset' then return redis.call('ZSCORE', key, member) end
  if form == 'hash' then return redis.call('HGET', key, member) end
  if form == 'string' then return redis.call('GET', key) end
  return redis.call('EXISTS', key) == 1 and '1'
end

-- Numbers are compared as such: Redis prints a score in its own way.
local function isAsFound(fact)
  if not fact or found == '' then return not fact and found == '' end
  return fact == found or form ~= 'string' and tonumber(fact) ~= nil and tonumber(fact) == tonumber(found)
end

local function removeFact()
  if form == 'zset' then
    redis.call('ZREM', key, member)
  elseif form == 'hash' then
    redis.call('HDEL', key, member)
  else
    redis.call('UNLINK', key)
  end
end

local function writeFact()
  if form == 'zset' then
    redis.call('ZADD', key, wanted, member)
  elseif form == 'hash' then
    local isNew = redis.call('EXISTS', key) == 0
    redis.call('HSET', key, member, wanted)
    if isNew and expiresAt ~= '' then redis.call('EXPIREAT', key, expiresAt) end
  else
    redis.call('SET', key, wanted)
  end
end

for at = 1, #KEYS - BODIES_AT do
  if hasChanged(KEYS[BODIES_AT + at], ARGV[VERSIONS_AT + at]) then return 0 end
end
if indexName ~= '' then
  local isIndex = redis.call('HEXISTS', indexesKey, indexName) == 1
  if isIndex ~= (indexExists == '1') then return 0 end
  if not isIndex and redis.call('SISMEMBER', removalsKey, indexName) == 1 then return 0 end
end
if not isAsFound(readFact()) then return 0 end
if wanted == '' then
  removeFact()
else
  writeFact()
end
return 1
