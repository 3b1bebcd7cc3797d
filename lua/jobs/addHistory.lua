--[[
  Adds the content of messages to the history of their resource, before the messages are deleted. A second run has no
  effect: an entry is added only after the last one of the list, in the order of ids. Nothing is added
  about a message that no longer exists: an erasure has deleted it with the history.

  KEYS[1]  history: a list of entries, the oldest first; each begins with the 16 bytes of the id of its message, which
           begin with the 6 bytes of its time
  KEYS[2…] the bodies of the messages
  ARGV[1]  the most entries of the list; the oldest are deleted first
  ARGV[2]  the time before which entries are deleted, as 6 bytes
  ARGV[3]  the second at which the history expires
  ARGV[4…] the entries in ascending order, one for each body

  Returns the number of added entries.
]]
local ID_BYTES, FIRST_BODY, FIRST_ENTRY = 16, 2, 4
local historyKey = KEYS[1]
local entriesMax, oldestTime, endsAt = tonumber(ARGV[1]), ARGV[2], ARGV[3]

-- Tells whether the first bytes of a text are lower than those of another; the operator `<` would follow the locale.
local function isBefore(a, b, size)
  for at = 1, size do
    local byteOfA, byteOfB = string.byte(a, at), string.byte(b, at)
    if byteOfA ~= byteOfB then return byteOfA < byteOfB end
  end
  return false
end

local function deleteOld()
  local first = redis.call('LINDEX', historyKey, 0)
  while first and isBefore(first, oldestTime, #oldestTime) do
    redis.call('LPOP', historyKey)
    first = redis.call('LINDEX', historyKey, 0)
  end
  redis.call('LTRIM', historyKey, -entriesMax, -1)
end

local last = redis.call('LINDEX', historyKey, -1)
local added = 0
for at = FIRST_BODY, #KEYS do
  local entry = ARGV[FIRST_ENTRY + at - FIRST_BODY]
  if (not last or isBefore(last, entry, ID_BYTES)) and redis.call('EXISTS', KEYS[at]) == 1 then
    redis.call('RPUSH', historyKey, entry)
    last, added = entry, added + 1
  end
end
if added > 0 then
  deleteOld()
  redis.call('EXPIREAT', historyKey, endsAt)
end
return added
