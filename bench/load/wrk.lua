-- Sends the requests of a plan in order (see bench/load/plan.ts) and prints the result as one line of JSON.
-- Arguments: a file with one request a record: method, path, version, body and authorization, which may be empty,
-- separated by byte 31, ended by byte 30;
-- a text that no other run has, and the requests that begin a second, 0 for as many as are answered.
local requests, at, round, unique, run, isTrial = {}, 0, 0, 0, '', true

local function split(body)
  local parts = {}
  local from = 1
  for before, name, after in body:gmatch('()@(%a+)@()') do
    parts[#parts + 1] = body:sub(from, before - 1)
    parts[#parts + 1] = { name }
    from = after
  end
  parts[#parts + 1] = body:sub(from)
  return parts
end

local function fill(request)
  local out = {}
  for i, part in ipairs(request.parts) do
    if type(part) == 'string' then out[i] = part
    elseif part[1] == 'version' then out[i] = tostring(request.version + round)
    else out[i] = run .. unique end
  end
  return table.concat(out)
end

local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds; long nanoseconds; } instant; int clock_gettime(int clock, instant *now);')
local instant = ffi.new('instant')

local function seconds()
  ffi.C.clock_gettime(1, instant)
  return tonumber(instant.seconds) + tonumber(instant.nanoseconds) / 1e9
end

-- A short halt is made up for, a long one is not.
local behindMax = 1

-- How many ms a connection waits before its next request.
local function pace(perSecond)
  local slot = seconds()
  return function()
    local now = seconds()
    slot = math.max(slot + 1 / perSecond, now - behindMax)
    return math.max(0, math.floor((slot - now) * 1e3 + 0.5))
  end
end

-- The headers with another authorization, one table for all requests of a token.
local headersByToken = {}
local function headersFor(authorization)
  if authorization == '' then return nil end
  if not headersByToken[authorization] then
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    headers.authorization = authorization
    headersByToken[authorization] = headers
  end
  return headersByToken[authorization]
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for record in file:read('*a'):gmatch('([^\30]+)\30') do
    local method, path, version, body, authorization =
      record:match('^([^\31]*)\31([^\31]*)\31([^\31]*)\31([^\31]*)\31(.*)$')
    local headers = headersFor(authorization)
    local request = { method = method, path = path, version = tonumber(version) or 0, headers = headers }
    if body == '' then
      request.text = wrk.format(method, path, headers)
    else
      request.parts = split(body)
    end
    requests[#requests + 1] = request
  end
  file:close()
  run = args[2]
  -- wrk looks for this once, behind init.
  if tonumber(args[3]) > 0 then delay = pace(tonumber(args[3])) end
end

function request()
  -- wrk asks once to see whether the script works, and sends nothing.
  if isTrial then isTrial = false; return wrk.format('GET', '/') end
  at = at + 1
  if at > #requests then at, round = 1, round + 1 end
  local one = requests[at]
  if one.text then return one.text end
  unique = unique + 1
  return wrk.format(one.method, one.path, one.headers, fill(one))
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"requests":%d,"failures":%d,"seconds":%.3f,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, failures, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
