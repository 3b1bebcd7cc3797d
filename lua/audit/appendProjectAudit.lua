--[[
  Appends an entry to the audit log of a project, and to its index by resource. The oldest entries are deleted from both
  beyond a number, so the index has no entry more than the stream.

  KEYS[1] the stream of the project
  KEYS[2] the index: a sorted set of `<id of a resource> <id of an entry>`, in lexical order (every score is 0)
  ARGV[1] the record, as JSON
  ARGV[2] the id of the resource; empty where the record names none
  ARGV[3] the most entries
  ARGV[4] seconds after which the log of a project without changes is deleted

  Returns the id of the entry.
]]
local streamKey, indexKey = KEYS[1], KEYS[2]
local record, resourceId, entriesMax, lifetimeSeconds = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]

local function memberOf(id, resource) return resource .. ' ' .. id end

local function deleteOldest(count)
  for _, entry in ipairs(redis.call('XRANGE', streamKey, '-', '+', 'COUNT', count)) do
    local id, fields = entry[1], entry[2]
    local resource = cjson.decode(fields[2]).resourceId
    if resource then redis.call('ZREM', indexKey, memberOf(id, resource)) end
    redis.call('XDEL', streamKey, id)
  end
end

local entryId = redis.call('XADD', streamKey, '*', 'record', record)
if resourceId ~= '' then redis.call('ZADD', indexKey, 0, memberOf(entryId, resourceId)) end
local excess = redis.call('XLEN', streamKey) - entriesMax
if excess > 0 then deleteOldest(excess) end
redis.call('EXPIRE', streamKey, lifetimeSeconds)
redis.call('EXPIRE', indexKey, lifetimeSeconds)
return entryId
