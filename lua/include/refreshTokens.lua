-- Refresh tokens of a project. `keys` names their five keys:
--   records    hash: token to record
--   used       sorted set by last use, of the tokens with the default validity; they expire in this order
--   custom     sorted set by last use, of the tokens with another validity
--   expiry     the tokens of `custom` by their expiry
--   anonymous  hash: anonymous id to the token of its session; the id is in use as long as that token has a record

-- Names the five keys, given by position in KEYS.
local function refreshTokenKeys(positions)
  return {
    records = KEYS[positions[1]],
    used = KEYS[positions[2]],
    custom = KEYS[positions[3]],
    expiry = KEYS[positions[4]],
    anonymous = KEYS[positions[5]],
  }
end

local function deleteRefreshToken(keys, token)
  local record = redis.call('HGET', keys.records, token)
  local anonymousId = record and cmsgpack.unpack(record).anonymousId
  if anonymousId then redis.call('HDEL', keys.anonymous, anonymousId) end
  redis.call('HDEL', keys.records, token)
  for _, setKey in ipairs({ keys.used, keys.custom, keys.expiry }) do redis.call('ZREM', setKey, token) end
end

local function leastRecentlyUsedToken(keys)
  local used = redis.call('ZRANGE', keys.used, 0, 0, 'WITHSCORES')
  local custom = redis.call('ZRANGE', keys.custom, 0, 0, 'WITHSCORES')
  if not custom[1] then return used[1] end
  if not used[1] or tonumber(custom[2]) < tonumber(used[2]) then return custom[1] end
  return used[1]
end

local function deleteTokensUpTo(keys, setKey, timeMs, deletionsMax)
  for _, token in ipairs(redis.call('ZRANGEBYSCORE', setKey, '-inf', timeMs, 'LIMIT', 0, deletionsMax)) do
    deleteRefreshToken(keys, token)
  end
end

-- Deletes expired tokens, and the least recently used ones beyond `tokensMax`; at most `deletionsMax` of each kind, so
-- that no request pays for many.
local function deleteExpiredRefreshTokens(keys, nowMs, defaultValidityMs, tokensMax, deletionsMax)
  deleteTokensUpTo(keys, keys.expiry, nowMs, deletionsMax)
  deleteTokensUpTo(keys, keys.used, nowMs - defaultValidityMs, deletionsMax)
  local surplus = redis.call('ZCARD', keys.used) + redis.call('ZCARD', keys.custom) - tokensMax
  for _ = 1, math.min(surplus, deletionsMax) do deleteRefreshToken(keys, leastRecentlyUsedToken(keys)) end
end

-- Records a use of the token, which is valid for `validityMs` from now on.
local function recordTokenUse(keys, token, nowMs, validityMs, defaultValidityMs)
  if validityMs == defaultValidityMs then
    redis.call('ZADD', keys.used, nowMs, token)
  else
    redis.call('ZADD', keys.custom, nowMs, token)
    redis.call('ZADD', keys.expiry, nowMs + validityMs, token)
  end
end

local function isTokenValid(keys, token, nowMs, validityMs, defaultValidityMs)
  local usedMs = redis.call('ZSCORE', validityMs == defaultValidityMs and keys.used or keys.custom, token)
  return usedMs and tonumber(usedMs) + validityMs > nowMs
end
