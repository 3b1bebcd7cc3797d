-- Milliseconds since the epoch by the clock of Redis, the only clock that all processes share.
local function currentTimeMs()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A time as text: Lua prints large numbers in scientific notation.
local function timeText(timeMs)
  return string.format('%.0f', timeMs)
end
