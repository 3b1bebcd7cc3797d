-- Tokens of one client, and the lists of scopes that its tokens have. All are sorted sets by expiry:
--   clientTokens.key    hashes of the access tokens
--   refresh.client.key  hashes of the refresh tokens, if their number has a bound of its own
--   clientScopes.key    hashes of the lists of scopes; the key of each list holds its text
-- An access token and a list of scopes expire by themselves; their entries are deleted with later tokens.

-- Bounds the expired entries that one request deletes; it adds one.
local expiredDeletionsMax = 16

-- The part of its lifetime that a key lives longer than it must, so that few requests need to extend its expiry.
local spareLifetimeShare = 1 / 8

local function withSpareMs(validityMs) return math.ceil(validityMs * (1 + spareLifetimeShare)) end

local function extendExpiry(key, validityMs)
  if redis.call('PTTL', key) < validityMs then redis.call('PEXPIRE', key, withSpareMs(validityMs)) end
end

local function deleteExpiredEntries(setKey, nowMs)
  local expired = redis.call('ZRANGEBYSCORE', setKey, '-inf', nowMs, 'LIMIT', 0, expiredDeletionsMax)
  if expired[1] then redis.call('ZREM', setKey, unpack(expired)) end
end

-- The tokens that are deleted for a new one: none below the limit, and nil if there are none of `oldest` left. A call
-- that is sent again after a lost answer finds its own token, which takes no further place.
local function deletableTokens(tokens, nowMs)
  local setKey, found = KEYS[tokens.key], {}
  if redis.call('ZSCORE', setKey, tokens.member) then return found end
  local surplus = redis.call('ZCOUNT', setKey, '(' .. timeText(nowMs), '+inf') + 1 - tokens.tokensMax
  if surplus <= 0 then return found end
  for _, token in ipairs(tokens.oldest) do
    if #found == math.max(surplus, tokens.deletionsMin) then return found end
    if redis.call('ZSCORE', setKey, token.member) then table.insert(found, token) end
  end
  return found[1] and found
end

local function deleteClientTokens(tokens, deletable, nowMs)
  local setKey = KEYS[tokens.key]
  deleteExpiredEntries(setKey, nowMs)
  for _, token in ipairs(deletable) do
    redis.call('UNLINK', KEYS[token.key])
    redis.call('ZREM', setKey, token.member)
  end
end

local function recordClientToken(tokens, nowMs, validityMs)
  local setKey = KEYS[tokens.key]
  redis.call('ZADD', setKey, nowMs + validityMs, tokens.member)
  extendExpiry(setKey, validityMs)
end

-- Records a use of a refresh token, and deletes the least recently used ones of its client beyond the limit. All
-- refresh tokens of a client have one lifetime, so they expire in the order of their last use.
local function recordClientRefreshToken(keys, refresh, nowMs)
  local client = refresh.client
  local setKey = KEYS[client.key]
  -- A list that is not kept up to date would name the wrong tokens once there is a limit again.
  if not client.tokensMax then return redis.call('UNLINK', setKey) end
  deleteExpiredEntries(setKey, nowMs)
  redis.call('ZREM', setKey, refresh.member)
  local surplus = redis.call('ZCARD', setKey) + 1 - client.tokensMax
  for _ = 1, math.min(surplus, refresh.deletionsMax) do
    local token = redis.call('ZPOPMIN', setKey)[1]
    deleteRefreshToken(keys, token)
  end
  redis.call('ZADD', setKey, nowMs + refresh.validityMs, refresh.member)
  extendExpiry(setKey, refresh.validityMs)
end

local function hasTooManyScopes(scopes, clientScopes, nowMs)
  for _, scope in ipairs(scopes) do
    if scope.text and not scope.isOwn and redis.call('EXISTS', KEYS[scope.key]) == 0 then
      local used = redis.call('ZCOUNT', KEYS[clientScopes.key], '(' .. timeText(nowMs), '+inf')
      if used >= clientScopes.scopesMax then return true end
    end
  end
  return false
end

-- Keeps a list of scopes at least as long as the tokens that need it.
local function keepScope(scope, clientScopes, nowMs)
  local key, setKey = KEYS[scope.key], KEYS[clientScopes.key]
  local remainingMs = redis.call('PTTL', key)
  if remainingMs >= scope.validityMs then return end
  local keptMs = withSpareMs(scope.validityMs)
  if remainingMs >= 0 then
    redis.call('PEXPIRE', key, keptMs)
  elseif scope.text then
    redis.call('SET', key, scope.text, 'PX', keptMs)
  else
    return
  end
  deleteExpiredEntries(setKey, nowMs)
  redis.call('ZADD', setKey, nowMs + keptMs, scope.member)
  extendExpiry(setKey, keptMs)
end
