--[[
  Stores a new access token: alone, with a new refresh token, or for an existing refresh token.

  KEYS    every key that the plan names by its position
  ARGV[1] the plan, in MessagePack:
            access           key of the access token
            accessMs         how long the access token is valid
            session          record of the access token, without its times
            clientTokens     { key, member, tokensMax, deletionsMin, oldest }: the valid access tokens of the client;
                             `oldest` lists { key, member } of those that may be deleted for this one, at least
                             `deletionsMin` at once where there are too many
            scopes           lists of scopes that the tokens need: { key, member, text, validityMs, isOwn }; without
                             `text` the list exists, and `isOwn` is set for the list that the client itself has
            clientScopes     { key, scopesMax }: the lists of scopes of the client
            revocationKeys   keys with the revocation times of the client, the customer and the refresh token
            sinceMs          the time from which a revocation counts: issue of the refresh token, or look-up of the
                             password; else 0
            anonymousId      anonymous id of a new session, or nil
            anonymousIdKeys  keys of lists; the anonymous id is in use if one of them exists
            refresh          nil, or { member, validityMs, defaultValidityMs, tokensMax, deletionsMax, record, client,
                             keys = { records, used, custom, expiry, anonymous } }; with `record` the refresh token is
                             new, without it the token must exist; `client` is { key, tokensMax }: the refresh tokens
                             of the client, without `tokensMax` if only those of the project have a limit

  Returns OK, or the reason of the refusal: REVOKED, UNKNOWN_REFRESH_TOKEN, ANONYMOUS_ID_IN_USE, TOO_MANY_SCOPES, or
  TOO_MANY_ACCESS_TOKENS if none of `oldest` is left to be deleted.
  The statuses are mirrored by `IssueStatus` in src/auth/oauth/tokenRecords.ts.
]]
-- @include currentTimeMs
-- @include refreshTokens
-- @include clientTokens
local plan = cmsgpack.unpack(ARGV[1])
local accessKey, refresh = KEYS[plan.access], plan.refresh
local refreshKeys = refresh and refreshTokenKeys(refresh.keys)
local nowMs = currentTimeMs()

local function isRevoked()
  for _, position in ipairs(plan.revocationKeys) do
    local revokedAtMs = redis.call('GET', KEYS[position])
    if revokedAtMs and tonumber(revokedAtMs) >= plan.sinceMs then return true end
  end
  return false
end

local function isUnknownRefreshToken()
  return refresh and not refresh.record
    and not isTokenValid(refreshKeys, refresh.member, nowMs, refresh.validityMs, refresh.defaultValidityMs)
end

-- A call that is sent again after a lost answer finds its own token, which does not count as another session.
local function isAnonymousIdInUse()
  if not plan.anonymousId then return false end
  local token = redis.call('HGET', refreshKeys.anonymous, plan.anonymousId)
  if token then return token ~= refresh.member end
  for _, position in ipairs(plan.anonymousIdKeys) do
    if redis.call('EXISTS', KEYS[position]) == 1 then return true end
  end
  return false
end

local function storeAccessToken()
  plan.session.issuedAtMs = nowMs
  plan.session.expiresAtMs = nowMs + plan.accessMs
  redis.call('SET', accessKey, cmsgpack.pack(plan.session), 'PX', plan.accessMs)
  recordClientToken(plan.clientTokens, nowMs, plan.accessMs)
end

local function storeRefreshToken()
  refresh.record.issuedAtMs = nowMs
  redis.call('HSET', refreshKeys.records, refresh.member, cmsgpack.pack(refresh.record))
  if plan.anonymousId then redis.call('HSET', refreshKeys.anonymous, plan.anonymousId, refresh.member) end
end

if isRevoked() then return 'REVOKED' end
if isUnknownRefreshToken() then return 'UNKNOWN_REFRESH_TOKEN' end
if isAnonymousIdInUse() then return 'ANONYMOUS_ID_IN_USE' end
if hasTooManyScopes(plan.scopes, plan.clientScopes, nowMs) then return 'TOO_MANY_SCOPES' end
local deletable = deletableTokens(plan.clientTokens, nowMs)
if not deletable then return 'TOO_MANY_ACCESS_TOKENS' end

deleteClientTokens(plan.clientTokens, deletable, nowMs)
storeAccessToken()
for _, scope in ipairs(plan.scopes) do keepScope(scope, plan.clientScopes, nowMs) end
if refresh then
  if refresh.record then storeRefreshToken() end
  recordClientRefreshToken(refreshKeys, refresh, nowMs)
  recordTokenUse(refreshKeys, refresh.member, nowMs, refresh.validityMs, refresh.defaultValidityMs)
  deleteExpiredRefreshTokens(refreshKeys, nowMs, refresh.defaultValidityMs, refresh.tokensMax, refresh.deletionsMax)
end
return 'OK'
