--[[
  Commits one change set, whole or not at all. The only script that writes resources.

  All checks run before the first write, since Redis does not roll a script back. A commit whose id is already in
  the log was run before (its answer got lost on the way): it answers as it did then, and writes nothing twice.

  KEYS    every key that the plan touches, and one that is never there, so that this does not run while the slot is being
          moved; the plan names them by their position
  ARGV[1] the plan, in MessagePack:
            id, log        commit id, and the log it is looked up in and written to (a hash of one minute's commits)
            logTtlMs       how long that log is kept, from its first commit on
            sequence       counts the commits of the project
            checks         list of { verb, key, ... }, see `checks` below
            writes         list of { verb, key, ... }, see `writes` below
  ARGV[2…] bodies; a `body` write names its own by position

  Returns a list of failures { status, position of the check, detail }; an empty list when everything is written.
]]
-- @include versionOf
-- @include now
local plan = cmsgpack.unpack(ARGV[1])

local GONE, CONFLICT, DUPLICATE, MISSING, REFERENCED, EXCEEDED = 1, 2, 3, 4, 5, 6

local checks = {
  -- { 'version', key, expected, modifiedAt }: the body exists, with that version, and of that time where one is given: what a
  -- failover lost had a version too, which another one bears by now
  version = function(key, expected, modifiedAt)
    local version, at = versionOf(key)
    if not version then return GONE, '' end
    if version ~= expected or (modifiedAt and at and at ~= modifiedAt) then return CONFLICT, version end
  end,
  -- { 'absent', key }
  absent = function(key)
    if redis.call('EXISTS', key) == 1 then return DUPLICATE, '' end
  end,
  -- { 'unique', key, id }: nobody but `id` holds the value
  unique = function(key, id)
    local owner = redis.call('GET', key)
    if owner and owner ~= id then return DUPLICATE, owner end
  end,
  -- { 'exists', key }
  exists = function(key)
    if redis.call('EXISTS', key) == 0 then return MISSING, '' end
  end,
  -- { 'unreferenced', key, field }: no resource refers to it
  unreferenced = function(key, field)
    if redis.call('HEXISTS', key, field) == 1 then return REFERENCED, field end
  end,
  -- { 'below', key, field, max }: counted fewer times than that
  below = function(key, field, max)
    local count = tonumber(redis.call('HGET', key, field) or '0')
    if count >= tonumber(max) then return EXCEEDED, tostring(count) end
  end,
}

local writes = {
  -- { 'body', key, position in ARGV }
  body = function(key, at) redis.call('SET', key, ARGV[at]) end,
  -- { 'point', key, id }: a unique value to its owner
  point = function(key, id) redis.call('SET', key, id) end,
  -- { 'drop', key }
  drop = function(key) redis.call('DEL', key) end,
  -- { 'index', key, score, id }: the score as text, which Redis need not print from a number
  index = function(key, score, id) redis.call('ZADD', key, score, id) end,
  -- { 'unindex', key, id }
  unindex = function(key, id) redis.call('ZREM', key, id) end,
  -- { 'refer', key, field, delta }: a count of references; none left, none kept
  refer = function(key, field, delta)
    if redis.call('HINCRBY', key, field, delta) <= 0 then redis.call('HDEL', key, field) end
  end,
  -- { 'count', key, field }: one more
  count = function(key, field) redis.call('HINCRBY', key, field, 1) end,
  -- { 'mark', key, id, position of the state of search }: where there is a search, it is to look at the resource; what has
  -- waited already goes on waiting since then
  mark = function(key, id, state)
    if redis.call('EXISTS', KEYS[state]) == 1 then redis.call('ZADD', key, 'NX', string.format('%.0f', now()), id) end
  end,
  -- { 'ended', key, seconds }: the tokens of whoever it is ended now, as lua/end.lua notes it
  ended = function(key, seconds) redis.call('SET', key, string.format('%.0f', now()), 'EX', seconds) end,
}

local function failures()
  local found = {}
  for position, check in ipairs(plan.checks) do
    local status, detail = checks[check[1]](KEYS[check[2]], check[3], check[4])
    if status then found[#found + 1] = { status, position, detail } end
  end
  return found
end

local function logged()
  return redis.call('HEXISTS', KEYS[plan.log], plan.id) == 1
end

local function log()
  redis.call('HSET', KEYS[plan.log], plan.id, 1)
  -- Set with the first of its minute: the last of it is kept for a minute less.
  if redis.call('HLEN', KEYS[plan.log]) == 1 then redis.call('PEXPIRE', KEYS[plan.log], plan.logTtlMs) end
  redis.call('INCR', KEYS[plan.sequence])
end

if logged() then
  -- Written once more, so that who waits for replicas on this connection waits for what was written then.
  redis.call('HSET', KEYS[plan.log], plan.id, 1)
  return {}
end
local failed = failures()
if #failed > 0 then return failed end
for _, write in ipairs(plan.writes) do
  writes[write[1]](KEYS[write[2]], write[3], write[4])
end
log()
return {}
