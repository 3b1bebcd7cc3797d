--[[
  Reads the changes of a search index since a position, or begins to record it: writeIndexEntries.lua records
  changes only while their stream exists.

  KEYS[1] stream of recorded changes; each entry has the id of the document, and its content before and after
  ARGV[1] position: the id of the entry that was read last; empty to begin
  ARGV[2] milliseconds for which changes are recorded after the last read

  Returns a list of entries { position, fields }, of which the first is the one at the position; to begin, the last one.
  Returns an empty list where the position is no longer recorded.
]]
local changesKey = KEYS[1]
local position, recordedMs = ARGV[1], tonumber(ARGV[2])

if position == '' then
  if redis.call('EXISTS', changesKey) == 0 then redis.call('XADD', changesKey, '*', 'id', '') end
  redis.call('PEXPIRE', changesKey, recordedMs)
  return redis.call('XREVRANGE', changesKey, '+', '-', 'COUNT', 1)
end
local entries = redis.call('XRANGE', changesKey, position, '+')
if #entries == 0 or entries[1][1] ~= position then return {} end
if redis.call('PTTL', changesKey) < recordedMs / 2 then redis.call('PEXPIRE', changesKey, recordedMs) end
return entries
