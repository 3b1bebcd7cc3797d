--[[
  Tells which resources exist, before their documents are written into indexes: those are in other slots.

  KEYS[1]  search state: a hash with the numbers of the indexes, `current` and `building`
  KEYS[2]  the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
           migrated
  KEYS[3…] bodies
  ARGV[1], ARGV[2]  the numbers of current and building that the state must have, empty where it must have none

  Returns a list with 1 or 0 for each body, or an empty list when the project has other indexes.
]]
local stateKey = KEYS[1]
local firstBody = 3

local numbers = redis.call('HMGET', stateKey, 'current', 'building')
if (numbers[1] or '') ~= ARGV[1] or (numbers[2] or '') ~= ARGV[2] then return {} end
local existing = {}
for position = firstBody, #KEYS do
  existing[#existing + 1] = redis.call('EXISTS', KEYS[position])
end
return existing
