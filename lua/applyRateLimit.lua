--[[
  One request against a rate, by the generic cell rate algorithm: a key holds the time at which all the requests so far
  would have gone by at an even pace.

  KEYS[1] that time, in milliseconds
  ARGV    requests a second; how many may come at once; 1 to take a turn, -1 to give one back

  Returns 0, or the milliseconds to wait for a turn where there was none.
]]
-- @include now
local nowMs = now()
local perRequestMs = 1000 / tonumber(ARGV[1])
local evenMs = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), nowMs)
local waitMs = evenMs - nowMs - perRequestMs * (tonumber(ARGV[2]) - 1)
local takes = ARGV[3] == '1'
if takes and waitMs > 0 then return math.ceil(waitMs) end
local thenMs = takes and evenMs + perRequestMs or evenMs - perRequestMs
if thenMs > nowMs then
  redis.call('SET', KEYS[1], string.format('%.3f', thenMs), 'PX', math.ceil(thenMs - nowMs))
else
  redis.call('DEL', KEYS[1]) -- all turns are there again: never more than may come at once
end
return 0
