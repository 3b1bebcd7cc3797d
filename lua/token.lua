--[[
  Stores a new access token: alone, with a new refresh token, or on the strength of one that is there.

  KEYS    every key that the plan touches; the plan names them by their position
  ARGV[1] the plan, in MessagePack:
            access      key of the access token
            session     its record, without the times
            accessMs    how long it lives
            enders      keys of the times at which what it belongs to was ended (a client, a customer)
            sinceMs     when the refresh token was issued; 0 where the session begins now
            anonymous   key that holds the anonymous id, or nil
            anonymousIn keys of lists; the anonymous id is in use if one of them is there
            refresh     nil, or { member, validityMs, byDefaultMs, most, few, keys = { records, used, expiry }, record }:
                        with `record` it is new, without it must be there

  Returns OK, or why nothing was written: ENDED, IN_USE (the anonymous id), UNKNOWN (the refresh token).
]]
-- @include now
-- @include refreshTokens
local plan = cmsgpack.unpack(ARGV[1])
local nowMs = now()
local refresh = plan.refresh
local refreshKeys = refresh and { records = KEYS[refresh.keys[1]], used = KEYS[refresh.keys[2]], expiry = KEYS[refresh.keys[3]] }
local isNew = not refresh or refresh.record

local function hasEnded()
  for _, at in ipairs(plan.enders) do
    local endedMs = redis.call('GET', KEYS[at])
    if endedMs and tonumber(endedMs) >= plan.sinceMs then return true end
  end
  return false
end

local function isAnonymousIdInUse()
  if redis.call('EXISTS', KEYS[plan.anonymous]) == 1 then return true end
  for _, at in ipairs(plan.anonymousIn) do
    if redis.call('EXISTS', KEYS[at]) == 1 then return true end
  end
  return false
end

if hasEnded() then return 'ENDED' end
if refresh and not refresh.record and not isRefreshAlive(refreshKeys, refresh.member, nowMs, refresh.validityMs) then return 'UNKNOWN' end
if plan.anonymous and isNew and isAnonymousIdInUse() then return 'IN_USE' end

plan.session.issuedAtMs = nowMs
plan.session.expiresAtMs = nowMs + plan.accessMs
redis.call('SET', KEYS[plan.access], cmsgpack.pack(plan.session), 'PX', plan.accessMs)
if refresh then
  if refresh.record then
    refresh.record.issuedAtMs = nowMs
    redis.call('HSET', refreshKeys.records, refresh.member, cmsgpack.pack(refresh.record))
  end
  useRefresh(refreshKeys, refresh.member, nowMs, refresh.validityMs, refresh.byDefaultMs)
  tidyRefresh(refreshKeys, nowMs, refresh.byDefaultMs, refresh.most, refresh.few)
  if plan.anonymous then redis.call('SET', KEYS[plan.anonymous], 1, 'PX', refresh.validityMs) end
end
return 'OK'
