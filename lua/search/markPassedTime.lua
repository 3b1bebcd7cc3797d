--[[
  Marks the resources that show something whose validity began or ended, once for all processes.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds
  ARGV[2] the time up to which such marks were made before; empty before the first
  ARGV[3] and further: dirty marks

  Returns OK; an empty text where search is off, or another process has made the marks.
]]
-- @include searchState
-- @include currentTimeMs
local nowMs, beforeMs = ARGV[1], ARGV[2]

if not isSearchOn() or (stateField('passedAt') or '') ~= beforeMs then return '' end
redis.call('HSET', stateKey, 'passedAt', nowMs)
local markedAt = timeText(currentTimeMs())
for at = 3, #ARGV do redis.call('ZADD', marksKey, 'NX', markedAt, ARGV[at]) end
return 'OK'
