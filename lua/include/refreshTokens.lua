-- Refresh tokens of a project: a hash of records, and sorted sets by last use, one of the tokens that live as long as by
-- default, one of the others. The first kind expires in the order of last use; the second has a set by expiry besides.
-- An anonymous id is in use as long as the record of its session's token is there.

local function dropRefresh(keys, member)
  local record = redis.call('HGET', keys.records, member)
  local anonymousId = record and cmsgpack.unpack(record).anonymousId
  if anonymousId then redis.call('HDEL', keys.anonymous, anonymousId) end
  redis.call('HDEL', keys.records, member)
  for _, set in ipairs({ keys.used, keys.own, keys.expiry }) do redis.call('ZREM', set, member) end
end

-- The least recently used of both kinds.
local function oldestRefresh(keys)
  local used = redis.call('ZRANGE', keys.used, 0, 0, 'WITHSCORES')
  local own = redis.call('ZRANGE', keys.own, 0, 0, 'WITHSCORES')
  if not own[1] then return used[1] end
  if not used[1] or tonumber(own[2]) < tonumber(used[2]) then return own[1] end
  return used[1]
end

-- Removes what expired, then the least recently used beyond `most`; at most `few` of each, so that no request pays for many.
local function tidyRefresh(keys, nowMs, byDefaultMs, most, few)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', keys.expiry, '-inf', nowMs, 'LIMIT', 0, few)) do
    dropRefresh(keys, member)
  end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', keys.used, '-inf', nowMs - byDefaultMs, 'LIMIT', 0, few)) do
    dropRefresh(keys, member)
  end
  local beyond = redis.call('ZCARD', keys.used) + redis.call('ZCARD', keys.own) - most
  for _ = 1, math.min(beyond, few) do dropRefresh(keys, oldestRefresh(keys)) end
end

-- Counts as used now; it lives `validityMs` from here on.
local function useRefresh(keys, member, nowMs, validityMs, byDefaultMs)
  if validityMs == byDefaultMs then
    redis.call('ZADD', keys.used, nowMs, member)
  else
    redis.call('ZADD', keys.own, nowMs, member)
    redis.call('ZADD', keys.expiry, nowMs + validityMs, member)
  end
end

local function isRefreshAlive(keys, member, nowMs, validityMs, byDefaultMs)
  local usedMs = redis.call('ZSCORE', validityMs == byDefaultMs and keys.used or keys.own, member)
  return usedMs and tonumber(usedMs) + validityMs > nowMs
end
