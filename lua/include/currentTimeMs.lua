-- Milliseconds since the epoch by Redis' clock, the only one that all processes share.
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
