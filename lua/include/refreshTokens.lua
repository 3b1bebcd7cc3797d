-- Refresh tokens of a project: a hash of records, a sorted set by last use, and, of those that do not live as long as by
-- default, one by expiry. A token that lives as long as by default expires in the order of last use, so one set serves both.

local function dropRefresh(keys, member)
  redis.call('HDEL', keys.records, member)
  redis.call('ZREM', keys.used, member)
  redis.call('ZREM', keys.expiry, member)
end

-- Removes what expired, then the least recently used beyond `most`; at most `few` of each, so that no request pays for many.
local function tidyRefresh(keys, nowMs, byDefaultMs, most, few)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', keys.expiry, '-inf', nowMs, 'LIMIT', 0, few)) do
    dropRefresh(keys, member)
  end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', keys.used, '-inf', nowMs - byDefaultMs, 'LIMIT', 0, few)) do
    if not redis.call('ZSCORE', keys.expiry, member) then dropRefresh(keys, member) end
  end
  local beyond = math.min(redis.call('ZCARD', keys.used) - most, few)
  if beyond > 0 then
    for _, member in ipairs(redis.call('ZRANGE', keys.used, 0, beyond - 1)) do dropRefresh(keys, member) end
  end
end

-- Counts as used now; it lives `validityMs` from here on.
local function useRefresh(keys, member, nowMs, validityMs, byDefaultMs)
  redis.call('ZADD', keys.used, nowMs, member)
  if validityMs ~= byDefaultMs then redis.call('ZADD', keys.expiry, nowMs + validityMs, member) end
end

local function isRefreshAlive(keys, member, nowMs, validityMs)
  local usedMs = redis.call('ZSCORE', keys.used, member)
  return usedMs and tonumber(usedMs) + validityMs > nowMs
end
