--[[
  Deletes the dirty marks of a project that is not searched.

  KEYS    see include/searchState.lua

  Returns OK.
]]
-- @include searchState

if not isSearchOn() then redis.call('UNLINK', marksKey) end
return 'OK'
