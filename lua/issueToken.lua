--[[
  Stores a new access token: alone, with a new refresh token, or on the strength of one that is there.

  KEYS    every key that the plan touches; the plan names them by their position
  ARGV[1] the plan, in MessagePack:
            access      key of the access token
            session     its record, without the times
            accessMs    how long it lives
            enders      keys of the times at which what it belongs to was ended (a client, a customer)
            sinceMs     what the session goes back to: the refresh token's issue, or the look-up of a password; else 0
            anonymousId of a new session, or nil
            anonymousIn keys of lists; the anonymous id is in use if one of them is there
            refresh     nil, or { member, validityMs, byDefaultMs, most, few, keys = { records, used, own, expiry, anonymous }, record }:
                        with `record` it is new, without it must be there

  Returns OK, or why nothing was written: ENDED, IN_USE (the anonymous id), UNKNOWN (the refresh token).
]]
-- @include now
-- @include refreshTokens
local plan = cmsgpack.unpack(ARGV[1])
local nowMs = now()
local refresh = plan.refresh
local refreshKeys = {}
if refresh then
  for position, name in ipairs({ 'records', 'used', 'own', 'expiry', 'anonymous' }) do refreshKeys[name] = KEYS[refresh.keys[position]] end
end

local function hasEnded()
  for _, at in ipairs(plan.enders) do
    local endedMs = redis.call('GET', KEYS[at])
    if endedMs and tonumber(endedMs) >= plan.sinceMs then return true end
  end
  return false
end

-- A call that is sent again, its answer lost, finds its own token and is none of another's.
local function isAnonymousIdInUse()
  local holder = redis.call('HGET', refreshKeys.anonymous, plan.anonymousId)
  if holder then return holder ~= refresh.member end
  for _, at in ipairs(plan.anonymousIn) do
    if redis.call('EXISTS', KEYS[at]) == 1 then return true end
  end
  return false
end

if hasEnded() then return 'ENDED' end
if refresh and not refresh.record and not isRefreshAlive(refreshKeys, refresh.member, nowMs, refresh.validityMs, refresh.byDefaultMs) then return 'UNKNOWN' end
if plan.anonymousId and isAnonymousIdInUse() then return 'IN_USE' end

plan.session.issuedAtMs = nowMs
plan.session.expiresAtMs = nowMs + plan.accessMs
redis.call('SET', KEYS[plan.access], cmsgpack.pack(plan.session), 'PX', plan.accessMs)
if refresh then
  if refresh.record then
    refresh.record.issuedAtMs = nowMs
    redis.call('HSET', refreshKeys.records, refresh.member, cmsgpack.pack(refresh.record))
    if plan.anonymousId then redis.call('HSET', refreshKeys.anonymous, plan.anonymousId, refresh.member) end
  end
  useRefresh(refreshKeys, refresh.member, nowMs, refresh.validityMs, refresh.byDefaultMs)
  tidyRefresh(refreshKeys, nowMs, refresh.byDefaultMs, refresh.most, refresh.few)
end
return 'OK'
