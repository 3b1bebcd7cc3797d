--[[
  One request against a rate, by the generic cell rate algorithm: a key holds the time at which all the requests so far
  would have gone by at an even pace.

  KEYS[1] that time, in milliseconds
  ARGV    requests a second; how many may come at once; 1 to count this one, 0 only to look

  Returns 0, or the milliseconds to wait for the next one.
]]
-- @include now
local nowMs = now()
local perRequestMs = 1000 / tonumber(ARGV[1])
local evenMs = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), nowMs)
local waitMs = evenMs - nowMs - perRequestMs * (tonumber(ARGV[2]) - 1)
if waitMs > 0 then return math.ceil(waitMs) end
if ARGV[3] == '1' then
  redis.call('SET', KEYS[1], string.format('%.3f', evenMs + perRequestMs), 'PX', math.ceil(evenMs + perRequestMs - nowMs))
end
return 0
