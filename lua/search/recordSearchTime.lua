--[[
  Records when the project was last searched.

  KEYS    see include/searchState.lua
  ARGV[1] the present in milliseconds

  Returns OK.
]]
-- @include searchState
local nowMs = ARGV[1]

if isSearchOn() then redis.call('HSET', stateKey, 'searchedAt', nowMs) end
return 'OK'
