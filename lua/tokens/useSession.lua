--[[
  Finds a session of the administration console and restarts its time without use. Where Redis refuses writes,
  that time continues.

  KEYS[1] the session
  ARGV[1] milliseconds after which it ends without use
  ARGV[2] key of a project in which the session is about to get a token, or empty; it is noted for the end of the
          session

  Returns the owner of the session and the time at which it ends without further use, or nothing.
]]
-- @include currentTimeMs
local sessionKey = KEYS[1]
local idleMs, projectKey = tonumber(ARGV[1]), ARGV[2]

local owner, endsAtMs, isEnded = unpack(redis.call('HMGET', sessionKey, 'owner', 'endsAtMs', 'isEnded'))
if not owner or isEnded then return false end
local nowMs = currentTimeMs()
local leftMs = math.min(idleMs, tonumber(endsAtMs) - nowMs)
if leftMs <= 0 then return false end

-- The console shows an operator what Redis refuses.
local extended = redis.pcall('PEXPIRE', sessionKey, leftMs)
if type(extended) == 'table' then leftMs = redis.call('PTTL', sessionKey) end
if projectKey ~= '' then redis.call('HSET', sessionKey, 'project:' .. projectKey, '1') end
return { owner, timeText(nowMs + leftMs) }
