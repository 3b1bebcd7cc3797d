--[[
  Counts one request against a rate limit, by the generic cell rate algorithm: the key holds the time at which all
  requests so far would have been served at an even pace (the theoretical arrival time).

  KEYS[1] the theoretical arrival time in milliseconds
  ARGV[1] requests per second
  ARGV[2] size of a burst, in requests
  ARGV[3] 1 counts a request, -1 gives a counted request back

  Returns 0, or the milliseconds to wait when the request exceeds the limit and was not counted.
]]
-- @include currentTimeMs
local arrivalKey = KEYS[1]
local perSecond, burst, isCounted = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'

local nowMs = currentTimeMs()
local intervalMs = 1000 / perSecond
local arrivalMs = math.max(tonumber(redis.call('GET', arrivalKey) or 0), nowMs)
-- A later time comes from a clock that was ahead: it would refuse all requests until then.
if arrivalMs > nowMs + intervalMs * burst then arrivalMs = nowMs end
local waitMs = arrivalMs - nowMs - intervalMs * (burst - 1)
if isCounted and waitMs > 0 then return math.ceil(waitMs) end

local nextArrivalMs = isCounted and arrivalMs + intervalMs or arrivalMs - intervalMs
if nextArrivalMs > nowMs then
  redis.call('SET', arrivalKey, string.format('%.3f', nextArrivalMs), 'PX', math.ceil(nextArrivalMs - nowMs))
else
  redis.call('DEL', arrivalKey) -- A missing key stands for the full burst; there is never more than that.
end
return 0
