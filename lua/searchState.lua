--[[
  The state of order search of one project, moved from one step to the next, whole or not at all.

  KEYS    1 body of the project, 2 state, 3 marks, 4 drops, 5 record of a job
  ARGV[1] a verb of `verbs` below, ARGV[2…] what it takes

  The state is a hash, there as long as search is activated:
    current     number of the index that is searched; layout, that of its documents; builtAt, when it took its place
    making      number of the index that the job makes; building, the same as soon as it is there to be filled
    job         id of the job under way, a build of all orders
    stopped     layout in which the last job was stopped: none is begun for it unasked
    activatedAt, searchedAt  times in milliseconds
  Drops is a sorted set: numbers of indexes that nobody needs, by the time from which they may go.
]]
local projectKey, stateKey, marksKey, dropsKey, recordKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

-- Failures that a record lists.
local listedMax = 1000

local function field(name) return redis.call('HGET', stateKey, name) or nil end
local function isThere() return redis.call('EXISTS', stateKey) == 1 end
local function isJob(id) return field('job') == id end

local function isActivated()
  local body = redis.call('GET', projectKey)
  local indexing = body and cjson.decode(body).searchIndexing
  return indexing and indexing.orders and indexing.orders.status == 'Activated'
end

local function leave(names, atMs)
  for _, name in ipairs(names) do
    local number = field(name)
    if number then redis.call('ZADD', dropsKey, atMs, number) end
  end
end

local function begin(id, nowMs, recordMs)
  redis.call('HSET', stateKey, 'job', id)
  redis.call('HDEL', stateKey, 'stopped')
  redis.call('HSET', recordKey, 'startedAt', nowMs)
  redis.call('PEXPIRE', recordKey, recordMs)
end

local function unused(number)
  for _, known in ipairs(redis.call('ZRANGE', dropsKey, 0, -1)) do number = math.max(number, tonumber(known) + 1) end
  return math.max(number, tonumber(field('current') or 0) + 1)
end

local verbs = {
  -- Makes the state what the project's setting says. A new one begins with a job of that id.
  follow = function(nowMs, id, recordMs)
    if isActivated() then
      if isThere() then return 'ON' end
      redis.call('HSET', stateKey, 'activatedAt', nowMs)
      begin(id, nowMs, recordMs)
      return 'MADE'
    end
    if not isThere() then return 'OFF' end
    leave({ 'current', 'making' }, nowMs)
    redis.call('DEL', stateKey, marksKey)
    return 'ENDED'
  end,
  -- Begins a job of that id, unless there is one: then its id is answered. '' where search is off.
  ask = function(nowMs, id, recordMs)
    if not isThere() then return '' end
    local existing = field('job')
    if existing then return existing end
    begin(id, nowMs, recordMs)
    return id
  end,
  -- Begins a job of that id in place of the one under way, some of whose documents are of before.
  anew = function(nowMs, id, recordMs)
    if not isThere() then return '' end
    leave({ 'making' }, nowMs)
    redis.call('HDEL', stateKey, 'making', 'building')
    begin(id, nowMs, recordMs)
    return id
  end,
  -- The number of the index that a job makes: the one given, or the one that it was given before. Numbers are counted on
  -- another key, which a failover may have set back: none is given twice while its index is there.
  make = function(id, number)
    if not isJob(id) then return '' end
    redis.call('HSETNX', stateKey, 'making', unused(tonumber(number)))
    return field('making')
  end,
  -- From here on marks are applied to the new index too.
  build = function(id, number, total)
    if not isJob(id) or field('making') ~= number then return '' end
    redis.call('HSET', stateKey, 'building', number)
    redis.call('HSETNX', recordKey, 'total', total)
    return 'OK'
  end,
  -- One step of the walk is done: from the place given to the next, with counts and, in pairs, failures. What failed is
  -- marked, so that the indexer tries it again.
  step = function(id, from, to, indexed, failed, nowMs, ...)
    if not isJob(id) or (redis.call('HGET', recordKey, 'place') or '') ~= from then return '' end
    redis.call('HSET', recordKey, 'place', to)
    redis.call('HINCRBY', recordKey, 'indexed', indexed)
    local failedBefore = redis.call('HINCRBY', recordKey, 'failed', failed) - failed
    local failures = { ... }
    for at = 1, #failures, 2 do
      if failedBefore + (at + 1) / 2 <= listedMax then redis.call('HSET', recordKey, 'failure:' .. failures[at], failures[at + 1]) end
      redis.call('ZADD', marksKey, 'NX', nowMs, failures[at])
    end
    return 'OK'
  end,
  -- The new index takes the place of the one that was searched.
  swap = function(id, number, layout, nowMs, dropAtMs)
    if not isJob(id) or field('building') ~= number then return '' end
    leave({ 'current' }, dropAtMs)
    redis.call('HSET', stateKey, 'current', number, 'layout', layout, 'builtAt', nowMs)
    redis.call('HDEL', stateKey, 'making', 'building', 'job')
    redis.call('HSET', recordKey, 'completedAt', nowMs)
    return 'OK'
  end,
  -- Ends the job under way, if any, and answers its id; the index that is searched stays.
  stop = function(nowMs, layout)
    local id = field('job')
    if not id then return '' end
    leave({ 'making' }, nowMs)
    redis.call('HDEL', stateKey, 'making', 'building', 'job')
    redis.call('HSET', stateKey, 'stopped', layout)
    return id
  end,
  -- An index that was made for a job which is no longer under way.
  abandon = function(number, nowMs)
    if field('current') ~= number and field('making') ~= number then redis.call('ZADD', dropsKey, nowMs, number) end
    return 'OK'
  end,
  searched = function(nowMs)
    if isThere() then redis.call('HSET', stateKey, 'searchedAt', nowMs) end
    return 'OK'
  end,
  -- Marks that nobody will come for.
  forget = function()
    if not isThere() then redis.call('DEL', marksKey) end
    return 'OK'
  end,
}

return verbs[ARGV[1]](unpack(ARGV, 2))
